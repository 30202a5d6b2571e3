/** A table as rows between bars; null where a layout made a table of a single column or cells hold blocks. */
export function tableToMarkdown(
  table: HTMLTableElement,
  toMarkdown: (cell: HTMLElement) => string,
): string | null {
  const rows = [...table.rows].map((row) => [...row.cells]);
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  if (width < 2 || table.querySelector('table, ul, ol, pre, blockquote, h1, h2, h3') !== null) return null;
  const lines = rows.map((cells) =>
    lineOf(Array.from({ length: width }, (_, index) => cellText(cells[index], toMarkdown))),
  );
  const rule = lineOf(Array.from({ length: width }, () => '---'));
  // Markdown knows no table without a head: the first row is it.
  return [...lines.slice(0, 1), rule, ...lines.slice(1)].join('\n');
}

function cellText(cell: HTMLElement | undefined, toMarkdown: (cell: HTMLElement) => string): string {
  if (cell === undefined) return '';
  return toMarkdown(cell)
    .trim()
    .replace(/\s*\n\s*/gu, '<br>')
    .replace(/(?<!\\)\|/gu, '\\|');
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
