/** Spreadsheets read a cell with one of these first characters as a formula. A quote is guarded too: it is our guard. */
const guarded = /^[=+\-@＝＋－＠\t\r\n']/;
const guardedCell = /^'[=+\-@＝＋－＠\t\r\n']/;
const guardedFormula = /^'[=+\-@＝＋－＠\t\r\n]/;
const needsQuotes = /[",\r\n]/;

/** Returns a cell that no spreadsheet runs as a formula. `unguardCell` restores the text. */
export function guardCell(text: string): string {
  return guarded.test(text) ? `'${text}` : text;
}

/** Removes the quote of `guardCell`. */
export function unguardCell(cell: string): string {
  return guardedCell.test(cell) ? cell.slice(1) : cell;
}

/** Does the same for programs that guard formulas, but not text that begins with a quote. */
export function unguardFormula(cell: string): string {
  return guardedFormula.test(cell) ? cell.slice(1) : cell;
}

/** Returns a line of CSV (RFC 4180) with its line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoteCell).join(',')}\r\n`;
}

function quoteCell(cell: string): string {
  return needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * Yields the rows of delimited text (RFC 4180). Accepts what programs write beside that: CR, LF and CRLF as line ends,
 * and single quotes inside a quoted cell. Returns true if the last quoted cell is never closed.
 */
export function* csvRows(text: string, delimiter: string): Generator<string[], boolean> {
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter);
    row.push(cell.text);
    at = cell.end;
    if (text[at] === delimiter) {
      at += 1;
      if (at === text.length) row.push('');
      else continue;
    }
    yield row;
    row = [];
    if (cell.isOpen) return true;
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return false;
}

type Cell = { readonly text: string; readonly end: number; readonly isOpen: boolean };

function plainCell(text: string, start: number, delimiter: string): Cell {
  let end = start;
  while (end < text.length && !endsCell(text, end, delimiter)) end += 1;
  return { text: text.slice(start, end), end, isOpen: false };
}

/** `start` is at the opening quote. */
function quotedCell(text: string, start: number, delimiter: string): Cell {
  let from = start + 1;
  let read = '';
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return { text: read + text.slice(from), end: text.length, isOpen: true };
    const next = quote + 1;
    if (next === text.length || endsCell(text, next, delimiter)) {
      return { text: read + text.slice(from, quote), end: next, isOpen: false };
    }
    read += text.slice(from, next);
    from = text[next] === '"' ? next + 1 : next;
  }
}

function endsCell(text: string, at: number, delimiter: string): boolean {
  const unit = text[at];
  return unit === delimiter || unit === '\n' || unit === '\r';
}
