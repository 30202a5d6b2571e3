import { linesOf } from './lines.ts';
import type { Span } from './spans.ts';

/** The text of one item, without its mark. */
export type ListItem = Span & {
  /** Holds something other than running text, or continues a paragraph above: nothing may be added in it. */
  readonly closed: boolean;
};

const mark = /^[ \t]*(?:[-*+•◦‣·]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/u;
const structure = /^[ \t]*(?:`{3}|~{3}|\$\$|>|\||\{\{|\{%|:{3}|!!!)|^(?: {8}|\t\t)/u;
const structuralLength = 400;

/** Returns the items of a stretch of a list in order, including nested ones. */
export function listItemsOf(content: string, stretch: Span, isClosed: boolean): ListItem[] {
  const items: ListItem[] = [];
  for (const line of linesOf(content.slice(stretch.start, stretch.end))) {
    const head = line.text.slice(0, structuralLength);
    const own = mark.exec(head)?.[0];
    const end = stretch.start + line.end;
    const last = items.at(-1);
    if (own === undefined && last !== undefined) {
      items[items.length - 1] = { ...last, end, closed: last.closed || structure.test(head) };
    } else {
      const start = stretch.start + line.start + (own?.length ?? 0);
      items.push({
        start,
        end,
        closed: isClosed || own === undefined || structure.test(head.slice(own.length)),
      });
    }
  }
  return items;
}

/** Whether the list contains code. Then a single line does not show whether it is text. */
export function holdsCode(content: string, { start, end }: Span): boolean {
  return /(?:^|[\n\r])[ \t]*(?:`{3}|~{3}|\$\$)/u.test(content.slice(start, end));
}
