import { readMarkup } from '#core/links/link-markup.ts';
import { applyEdits } from '#core/edits/apply-edits.ts';
import type { Edit } from '#core/edits/edit.ts';
import { keepsWords } from '#web/version-view/keeps-words.ts';

/** Where a link stands in a version's text: 0 is its beginning, 1 its end. */
export type LinkMark = { readonly anchor: string; readonly place: number };

/** A stretch of the text that is not the user's own. */
type ChangedStretch = { readonly from: number; readonly to: number };

export type TextPicture = {
  readonly marks: readonly LinkMark[];
  readonly changed: readonly ChangedStretch[];
};

/** What a version looks like from afar: its links in their order, and what is new in it. */
export function pictureOf(content: string, edits: readonly Edit[], urls: readonly string[]): TextPicture {
  const text = applyEdits(content, edits);
  const share = (at: number) => (text.length === 0 ? 0 : at / text.length);
  const marks: LinkMark[] = [];
  let at = 0;
  for (const segment of readMarkup(text, urls)) {
    const { length } = segment.type === 'text' ? segment.text : segment.source;
    if (segment.type === 'link') marks.push({ anchor: segment.anchor, place: share(at + length / 2) });
    at += length;
  }
  let shift = 0;
  const changed = edits.flatMap((edit) => {
    const from = edit.start + shift;
    shift += edit.text.length - (edit.end - edit.start);
    const isOwn = edit.start < edit.end && keepsWords(content, edit, urls);
    return isOwn ? [] : [{ from: share(from), to: share(from + edit.text.length) }];
  });
  return { marks, changed };
}

/** Says the same as the picture, such as "Links at 5 %, 40 % and 88 % of the text". */
export function pictureWords(marks: readonly LinkMark[]): string {
  const places = marks.map(({ place }) => percent(place));
  const last = places.at(-1);
  if (last === undefined) return 'No links in the text';
  const all = places.length === 1 ? last : `${places.slice(0, -1).join(', ')} and ${last}`;
  return `${places.length === 1 ? 'Link' : 'Links'} at ${all} of the text`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
