/** What makes a spreadsheet take a cell for a formula, in full width too, and the quote that is put before it. */
const guarded = /^[=+\-@＝＋－＠\t\r\n']/;
const guardedCell = /^'[=+\-@＝＋－＠\t\r\n']/;
const guardedFormula = /^'[=+\-@＝＋－＠\t\r\n]/;
const needsQuotes = /[",\r\n]/;

/** Text as a cell that no spreadsheet runs. `unguardCell` gives it back as it was. */
export function guardCell(text: string): string {
  return guarded.test(text) ? `'${text}` : text;
}

/** Takes off the one quote that `guardCell` put there. */
export function unguardCell(cell: string): string {
  return guardedCell.test(cell) ? cell.slice(1) : cell;
}

/** The same for programs that guard formulas but not text with a quote of its own in front. */
export function unguardFormula(cell: string): string {
  return guardedFormula.test(cell) ? cell.slice(1) : cell;
}

/** A line of a CSV file by RFC 4180, with its line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoteCell).join(',')}\r\n`;
}

function quoteCell(cell: string): string {
  return needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
