import type { Edit } from '#core/edits/edit.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { VersionReport } from '#core/report/version-report.ts';
import { wordsOfRelink } from '#core/relink/relink-edits.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import { isWebAddress } from '#core/links/web-address.ts';
import { tCount } from '#web/lib/language.ts';

type GenerationLinks = Pick<FinishedGeneration, 'links'>;

const longest = 60;

/** Returns the ids of the selected links in an edit. Several links of one address count in their order. */
export function linksIn({ text, relink }: Edit, { links }: GenerationLinks): string[] {
  if (relink !== undefined) return links.filter(({ url }) => url === relink.url).map(({ id }) => id);
  const left = [...links];
  const urls = left.map(({ url }) => url);
  return readMarkup(text, urls).flatMap((segment) => {
    const at = segment.type === 'link' ? left.findIndex(({ url }) => url === segment.url) : -1;
    return left.splice(at, at < 0 ? 0 : 1).map(({ id }) => id);
  });
}

/** Returns the addresses of the selected links in an edit that a browser can open. */
export function addressesIn(edit: Edit, generation: GenerationLinks): string[] {
  if (edit.relink !== undefined) return [edit.relink.url];
  const ids = linksIn(edit, generation);
  return generation.links.flatMap(({ id, url }) => (ids.includes(id) && isWebAddress(url) ? [url] : []));
}

export const blankLine = /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/;
/** Matches the full stop with which an addition ends the unfinished sentence before it. */
const stop = /^(?:\.(?=\s)|。)/;

export function isOwnParagraph({ text }: Pick<Edit, 'text'>): boolean {
  return /^\s*(?:(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)|<p\b)/i.test(text);
}

/** Returns the text of an addition without the signs and spaces that join it to the text around it. */
export function bareText(text: string): string {
  const [, words = ''] = /^\s*(?:<p>)?\s*([^]*?)\s*(?:<\/p>)?\s*$/i.exec(text.replace(stop, '')) ?? [];
  return blankLine.test(words) ? words : words.replaceAll(/[ \t]*(?:\r\n|\n|\r)[ \t]*/g, ' ');
}

/** How much of the author's text is shown on each side of an edit, in UTF-16 units. */
const around = 60;

/**
 * Returns the text of an edit as a reader needs it, in link markup: a sentence of its own stands alone, and a clause or a
 * link on the author's words has the words beside it.
 */
export function textInPlace(content: string, edit: Edit, isAddition: (edit: Edit) => boolean): string {
  const { start, end, text } = edit;
  if (isAddition(edit)) return bareText(text);
  const before =
    content
      .slice(Math.max(0, start - around), start)
      .split(/[\n\r]/u)
      .at(-1) ?? '';
  const after = content.slice(end, end + around).split(/[\n\r]/u)[0] ?? '';
  const isCutBefore = before.length === around && start > around;
  return `${isCutBefore ? '…' : ''}${before}${text}${after}${after.length === around ? '…' : ''}`;
}

export function messageOfWovenLinks({ links, linksExchanged }: VersionReport): string {
  if (links.length === 0) return tCount(linksExchanged, '{count} link exchanged', '{count} links exchanged');
  const added = links.filter(({ status }) => status === 'woven').length;
  return tCount(links.length, '{added} of {count} link added', '{added} of {count} links added', { added });
}

export function readableText(edit: Edit, generation: GenerationLinks): string {
  return withoutMarkup(bareText(edit.text), generation);
}

export function withoutMarkup(text: string, { links }: GenerationLinks): string {
  const urls = links.map(({ url }) => url);
  return readMarkup(text, urls)
    .map((segment) => (segment.type === 'text' ? segment.text : segment.anchor))
    .join('')
    .trim();
}

/** Returns the name of an edit: its first link, or its first words. A relink has the words that carry its link. */
export function editName(edit: Edit, generation: GenerationLinks & Pick<FinishedGeneration, 'text'>): string {
  if (edit.relink !== undefined) return shortened(wordsOfRelink(generation.text, edit) || edit.relink.from);
  const [id] = linksIn(edit, generation);
  return id === undefined ? shortened(readableText(edit, generation)) : linkName(id, generation);
}

export function linkName(id: string, { links }: GenerationLinks): string {
  const link = links.find((one) => one.id === id);
  const description = link?.description.trim() ?? '';
  return shortened(description === '' ? (link?.url ?? '') : description);
}

/** Returns the words before a passage in its paragraph; null at the beginning. */
export function wordsBefore(content: string, offset: number): string | null {
  const before = content.slice(0, offset).trimEnd();
  const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1).trim();
  if (line === '') return null;
  return line.length <= longest ? line : `…${line.slice(-longest).replace(/^\S*\s/, '')}`;
}

/** Returns the first words of a text that is long. */
export function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/\s\S*$/, '')}…`;
}
