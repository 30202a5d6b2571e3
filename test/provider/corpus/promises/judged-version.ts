import type { Row } from '#provider/corpus/odd-answers.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import type { NumberedSentence } from '#core/document/numbered-sentences.ts';

/** A promise that a version breaks, with the row of the table of faults. */
export type BrokenPromise = { readonly row: Row; readonly text: string };

/** One version of a generation, with the data to judge it. */
export type JudgedVersion = {
  readonly name: VersionName;
  readonly content: string;
  readonly isHtml: boolean;
  readonly sentences: readonly NumberedSentence[];
  readonly urls: readonly string[];
  readonly edits: readonly Edit[];
};

type LinkSegment = { readonly anchor: string; readonly url: string };

/**
 * Finds the links to these URLs, byte for byte. In `plain`, each link is replaced by its anchor. This does not use the
 * product's parser, because it judges the product.
 */
export function partLinks(text: string, urls: readonly string[]): { plain: string; links: LinkSegment[] } {
  const links: LinkSegment[] = [];
  let plain = '';
  let from = 0;
  for (;;) {
    const [next] = urls
      .map((url) => ({ url, at: text.indexOf(`]]((${url}))`, from) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at);
    if (next === undefined) return { plain: plain + text.slice(from), links };
    const end = next.at + next.url.length + 6;
    const open = text.lastIndexOf('[[', next.at);
    if (open < from) plain += text.slice(from, end);
    else {
      const anchor = text.slice(open + 2, next.at);
      links.push({ anchor, url: next.url });
      plain += text.slice(from, open) + anchor;
    }
    from = end;
  }
}

/** Returns the words in lower case, without punctuation around them. */
export function plainWordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns only the letters and digits of a text. */
export function squeezed(text: string): string {
  return plainWordsOf(text).join('');
}

/** Returns the start of a text, enough to recognize it. */
export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 90)}…` : line;
}
