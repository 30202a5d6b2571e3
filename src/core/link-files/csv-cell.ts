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
