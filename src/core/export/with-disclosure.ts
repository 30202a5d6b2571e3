import { formatOf } from '#core/document/document.ts';
import { applyEdits, type Edit } from '#core/edits/edit.ts';
import { readMarkup, sourceOf } from '#core/links/link-markup.ts';
import { isWebAddress } from '#core/links/web-address.ts';

import { disclosureFor, disclosureLanguageOf, type DisclosureTexts } from './disclosure.ts';
import { disclosureParagraph, writtenWords, blockStartAt } from './write-disclosure.ts';
import type { ExportedText } from './write-source.ts';

/**
 * Returns the edits with the disclosure among them, at the place where `prepareText` puts it; null if the version has
 * none. An edit in which the disclosure stands is cut there: its beginning gets an id of its own.
 *
 * @param id the id of the disclosure
 * @param texts the texts that the user chose
 */
export function withDisclosure(
  { content, edits, urls }: ExportedText,
  id: string,
  texts: DisclosureTexts,
): readonly Edit[] | null {
  const format = formatOf(content);
  const text = applyEdits(content, edits);
  const segments = readMarkup(text, urls);
  const links = segments.filter((segment) => segment.type === 'link');
  const woven = links.map(({ url }) => url).filter(isWebAddress);
  const words = disclosureFor(woven, disclosureLanguageOf(content), texts);
  if (words === null) return null;
  // Letters stand for the markup of the links, which is no part of the exported text.
  const bare = segments.map((segment) =>
    segment.type === 'link' ? 'x'.repeat(segment.source.length) : sourceOf(segment),
  );
  const first = segments.findIndex(({ type }) => type === 'link');
  const at = blockStartAt(bare.join(''), bare.slice(0, first).join('').length, format);
  const paragraph = disclosureParagraph(writtenWords(words, format), text, format);
  return editsWith(edits, at, { id, by: 'user', text: paragraph });
}

/** Returns the edits with an insertion at this offset of the version. */
function editsWith(
  edits: readonly Edit[],
  at: number,
  inserted: Omit<Edit, 'start' | 'end'>,
): readonly Edit[] {
  let shift = 0;
  for (const [index, edit] of edits.entries()) {
    const { start, end, text } = edit;
    const cut = at - (start + shift);
    if (cut < text.length) {
      const place = cut <= 0 ? at - shift : end;
      const insertion = { ...inserted, start: place, end: place };
      const [before, after] = [edits.slice(0, index), edits.slice(index + 1)];
      if (cut <= 0) return [...before, insertion, edit, ...after];
      const head = { ...edit, id: `${edit.id} ${inserted.id}`, text: text.slice(0, cut) };
      const tail = { ...edit, start: end, text: text.slice(cut) };
      return [...before, head, insertion, tail, ...after];
    }
    shift += text.length - (end - start);
  }
  return [...edits, { ...inserted, start: at - shift, end: at - shift }];
}
