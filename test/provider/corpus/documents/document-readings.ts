import { disclosureFor, disclosureLanguageOf } from '#core/export/disclosure.ts';
import type { Span } from '#core/lib/helpers.ts';

import type { DocumentCase } from './document-cases.ts';
import { around, exported, newWords, spansOf, url, type PlacedEdit } from './document-edits.ts';
import { readDialect, type Reading } from './dialect-readers.ts';

/** Returns what the exported version changes besides its edit, in bytes and for a reader of the dialect. Null: nothing. */
export function changeOf(entry: DocumentCase, placed: PlacedEdit): string | null {
  const { content } = entry;
  const { edit, action } = placed;
  const written = exported(entry, edit);
  const fault = (what: string) => `${what}: ${around(content, placed)}`;
  if (!written.startsWith(content.slice(0, edit.start)) || !written.endsWith(content.slice(edit.end)))
    return fault('other bytes change');
  const before = readDialect(content, entry);
  const after = readOrFail(written, entry);
  if (typeof after === 'string') return fault(after);
  if (JSON.stringify(after.data) !== JSON.stringify(before.data)) return fault('the front matter changes');
  const [was, is] = [oneSpace(before.html), oneSpace(withoutLink(after.html))];
  if (is === oneSpace(after.html)) return fault('a reader sees no link');
  const [head = '', tail] = is.split(newWords);
  const isSame = {
    link: () => is === was,
    insert: () => withoutWords(is, newWords).includes(was),
    replace: () => tail !== undefined && was.startsWith(head) && was.endsWith(tail),
  };
  return isSame[action]() ? null : fault('a reader sees another text');
}

/**
 * Returns what is wrong with the disclosure of the exported version, with the first link that the table asks for. Null:
 * nothing. A document with a disclosure of its own gets no other one.
 */
export function disclosureFault(entry: DocumentCase, placed: readonly PlacedEdit[]): string | null {
  const { content, touch } = entry;
  const linked = spansOf(entry, touch.open, touch.link);
  const [first] = placed
    .flatMap(({ action, edit }) => (action === 'link' ? [edit] : []))
    .filter((edit) => linked.some(({ start, end }) => start <= edit.start && edit.end <= end))
    .toSorted((a, b) => a.start - b.start);
  if (first === undefined) return 'there is no link';
  const [bare, written] = [exported(entry, first), exported(entry, first, true)];
  if (entry.disclosed) return written === bare ? null : 'there is a second disclosure';
  const words = disclosureFor([url], disclosureLanguageOf(content), {}) ?? '';
  const [before = '', ...behind] = written.split(words);
  if (behind.length !== 1) return `the disclosure stands there ${behind.length} times`;
  const above = before.replace(/(?:<!-- wp:paragraph -->\s*)?(?:<p><em>|\*)?$/u, '');
  const place = `behind ${JSON.stringify(above.slice(-40))}`;
  const own = [...linked, ...spansOf(entry, touch.either)];
  const isAbove =
    isBeforeText(content, above.length, own) ||
    !hasWordsOutside(content, { start: above.length, end: first.start }, own);
  if (!content.startsWith(above) || !isAbove) return `it stands ${place}`;
  const after = readOrFail(written, entry);
  if (typeof after === 'string') return `${after} ${place}`;
  const { data, html } = readDialect(bare, entry);
  const notices = [words, `<em>${words}</em>`].flatMap((each) => withoutWords(oneSpace(after.html), each));
  const isSame = JSON.stringify(after.data) === JSON.stringify(data) && notices.includes(oneSpace(html));
  return isSame ? null : `a reader sees another text ${place}`;
}

/** Whether the first words behind an offset, besides those of tags, stand in one of the spans. */
function isBeforeText(content: string, offset: number, spans: readonly Span[]): boolean {
  const [above = ''] = /^(?:\s|<[^<>]*>|\{\{[^{}]*\}\}|\{%[^{}]*%\})*/u.exec(content.slice(offset)) ?? [];
  const words = offset + above.length;
  return spans.some(({ start, end }) => start <= words && words < end);
}

/** Whether there are letters in a stretch that stand neither in a tag nor in one of the spans. */
function hasWordsOutside(content: string, { start, end }: Span, spans: readonly Span[]): boolean {
  const text = content
    .slice(start, end)
    .replaceAll(/<!--[^]*?-->|<[^<>]*>/gu, (tag) => ' '.repeat(tag.length));
  const isOutside = (at: number) => !spans.some((span) => span.start <= at && at < span.end);
  return [...text.matchAll(/\p{L}/gu)].some(({ index }) => isOutside(start + index));
}

function readOrFail(source: string, entry: DocumentCase): Reading | string {
  try {
    return readDialect(source, entry);
  } catch (error) {
    return error instanceof Error ? error.message : 'unreadable';
  }
}

/** Returns HTML or text without the link. Its words stay. */
function withoutLink(html: string): string {
  const address = url.replaceAll(/[?.]/gu, String.raw`\$&`);
  return html
    .replace(new RegExp(`<a [^<>]*href="${address}"[^<>]*>([^<>]*)</a>`, 'u'), '$1')
    .replace(` (${url})`, '');
}

/** Returns HTML or text without added words, and without the paragraph or the block that holds only them. */
function withoutWords(html: string, words: string): string[] {
  const paragraph = `<p>${words}</p>`;
  return [words, paragraph, `<!--core/paragraph {}-->${paragraph}<!--/core/paragraph-->`].flatMap((each) =>
    html.includes(each) ? [oneSpace(html.replace(each, '')), oneSpace(html.replace(` ${each}`, ''))] : [],
  );
}

function oneSpace(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/> | (?=<)/gu, (space) => space.trim())
    .trim();
}
