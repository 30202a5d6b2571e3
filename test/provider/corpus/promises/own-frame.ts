import type { Edit } from '#core/edits/edit.ts';

type Frame = {
  readonly title: RegExp;
  readonly open?: string;
  readonly item: RegExp;
  readonly close?: string;
};

const markdown: Frame = { title: /^(?:#{2,6} (.+)|\*\*(.+)\*\*|(.+)[:：])$/u, item: /^[-*+] (.+)$/u };
const html: Frame = {
  title: /^(?:<h[2-6]>(.+)<\/h[2-6]>|<p><strong>(.+)<\/strong><\/p>)$/u,
  open: '<ul>',
  item: /^<li>(.+)<\/li>$/u,
  close: '</ul>',
};

/**
 * Returns the lines of words in a list of the built-in writer, without the marks of its title and its items. Any other
 * text comes back as it is, because only the built-in writer may write a list.
 *
 * @param plain the text of the edit without link markup
 */
export function withoutOwnFrame(plain: string, { by }: Pick<Edit, 'by'>, isHtml: boolean): string {
  if (by !== 'built-in') return plain;
  return linesIn(plain, isHtml ? html : markdown)?.join('\n') ?? plain;
}

/** Returns the words of the title and the items. Null: the text is no list in this frame. */
function linesIn(text: string, { title, open, item, close }: Frame): string[] | null {
  const lines = text.trim().split(/\r?\n/u);
  const wordsIn = (line: string | undefined, frame: RegExp) =>
    frame
      .exec(line ?? '')
      ?.slice(1)
      .find((words) => words !== undefined);
  const named = lines[1] === '' ? wordsIn(lines[0], title) : undefined;
  const list = named === undefined ? lines : lines.slice(2);
  if (open !== undefined && (list.shift() !== open || list.pop() !== close)) return null;
  const items = list.map((line) => wordsIn(line, item));
  const words = items.flatMap((each) => each ?? []);
  return words.length === 0 || words.length < items.length ? null : [named ?? '', ...words];
}
