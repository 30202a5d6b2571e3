import { linesOf, rename, wrapContent } from './nodes.ts';
import { hiddenValue } from './quiet-html.ts';

/** Blocks that a table of Markdown cannot have, but only as lines. */
const cellBlocks = 'ul, ol, pre, blockquote, h1, h2, h3, h4, h5, h6';
/** A larger table is written as paragraphs. */
const columnLimit = 100;
const placeLimit = 50_000;

/**
 * Returns the rows of a table between bars, below its caption. A cell over several columns or rows leaves empty cells.
 * Returns null if the table has one column or arranges a page. Changes the cells.
 *
 * @param toMarkdown returns the content of an element as Markdown
 */
export function tableToMarkdown(
  table: HTMLTableElement,
  toMarkdown: (element: HTMLElement) => string,
): string | null {
  const grid = arrangesPage(table) ? null : gridOf(table);
  if (grid === null) return null;
  const width = Math.max(0, ...grid.map((cells) => cells.length));
  if (width < 2 || width * grid.length > placeLimit) return null;
  const textOf = (cell: HTMLElement | null = null) => (cell === null ? '' : cellText(cell, toMarkdown));
  const lines = grid.map((cells) => {
    const texts = Array.from({ length: width }, (_, column) => textOf(cells[column]));
    return `| ${texts.join(' | ')} |`;
  });
  // A table in Markdown needs a head, so the first row becomes the head.
  lines.splice(1, 0, `${'| --- '.repeat(width)}|`);
  return [textOf(table.caption), '', ...lines].join('\n');
}

function arrangesPage(table: HTMLTableElement): boolean {
  if (/^(?:presentation|none)$/iu.test(hiddenValue(table, 'role'))) return true;
  return table.querySelector(table.rows.length < 2 ? `table, ${cellBlocks}` : 'table') !== null;
}

/** Returns the cells by row and column. Null: the table is too wide. */
function gridOf(table: HTMLTableElement): HTMLTableCellElement[][] | null {
  const rows = [...table.rows];
  /** By column: the first row below the cell that covers it. */
  let covered: number[] = [];
  const grid: HTMLTableCellElement[][] = [];
  for (const [index, row] of rows.entries()) {
    if (row.parentElement !== rows[index - 1]?.parentElement) covered = [];
    const cells: HTMLTableCellElement[] = [];
    let column = 0;
    for (const cell of row.cells) {
      while ((covered[column] ?? 0) > index) column += 1;
      if (column >= columnLimit) return null;
      cells[column] = cell;
      const below = cell.rowSpan === 0 ? rows.length : index + cell.rowSpan;
      const end = Math.min(column + cell.colSpan, columnLimit);
      if (below > index + 1) for (let at = column; at < end; at += 1) covered[at] = below;
      column += cell.colSpan;
    }
    grid.push(cells);
  }
  return grid;
}

function cellText(cell: HTMLElement, toMarkdown: (element: HTMLElement) => string): string {
  for (const part of cell.querySelectorAll('pre, blockquote, h1, h2, h3, h4, h5, h6')) {
    if (part.localName === 'pre') writeCodeLines(part);
    else if (part.localName !== 'blockquote' && part.querySelector('b, strong') === null)
      wrapContent(part, 'strong');
    rename(part, 'div');
  }
  return toMarkdown(cell)
    .trim()
    .replace(/\s*\n\s*/gu, '<br>')
    .replace(/(?<!\\)\|/gu, '\\|');
}

function writeCodeLines(pre: Element): void {
  const lines = linesOf(pre)
    .split('\n')
    .map((line) => {
      const code = pre.ownerDocument.createElement('code');
      code.append(line);
      return code;
    });
  pre.replaceChildren();
  for (const line of lines) pre.append(line, pre.ownerDocument.createElement('br'));
}
