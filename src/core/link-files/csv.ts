/** A spreadsheet runs a cell with one of these first characters as a formula. The last one is the guard itself. */
const guarded = /^[=+\-@＝＋－＠\t\r\n']/;

/** Puts a quote before a cell that a spreadsheet would run as a formula. `unguardCell` restores the text. */
export function guardCell(text: string): string {
  return guarded.test(text) ? `'${text}` : text;
}

/** Removes the quote of `guardCell`. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") && guarded.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Does the same for files of other programs. These guard formulas, but not text that begins with a quote. */
export function unguardFormula(cell: string): string {
  return cell.startsWith("''") ? cell : unguardCell(cell);
}

/** Returns a line of CSV (RFC 4180) with its line end. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}\r\n`;
}

/**
 * Yields the rows of delimited text (RFC 4180). Also accepts CR and LF as line ends, spaces around a quoted cell in
 * one line, and lone quotes inside a quoted cell. Returns true if the last quoted cell is never closed.
 */
export function* csvRows(text: string, delimiter: string): Generator<string[], boolean> {
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { cell, end, isOpen } = readCell(text, at, delimiter);
    row.push(cell);
    at = end;
    if (text[at] === delimiter) {
      at += 1;
      if (at === text.length) row.push('');
      else continue;
    }
    yield row;
    row = [];
    if (isOpen) return true;
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return false;
}

/** A quoted cell behind spaces, in one line. */
const spacedCell = / +"((?:[^"\r\n]|"")*)" */y;

function readCell(text: string, start: number, delimiter: string) {
  if (text[start] !== '"') {
    spacedCell.lastIndex = start;
    const spaced = spacedCell.exec(text)?.[1];
    if (spaced !== undefined && endsCell(text[spacedCell.lastIndex], delimiter))
      return { cell: spaced.replaceAll('""', '"'), end: spacedCell.lastIndex, isOpen: false };
    let end = start;
    while (!endsCell(text[end], delimiter)) end += 1;
    return { cell: text.slice(start, end), end, isOpen: false };
  }
  let cell = '';
  let from = start + 1;
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', from)) {
    const next = quote + 1;
    if (endsCell(text[next], delimiter))
      return { cell: cell + text.slice(from, quote), end: next, isOpen: false };
    cell += text.slice(from, next);
    from = text[next] === '"' ? next + 1 : next;
  }
  return { cell: cell + text.slice(from), end: text.length, isOpen: true };
}

function endsCell(unit: string | undefined, delimiter: string): boolean {
  return unit === undefined || unit === delimiter || unit === '\n' || unit === '\r';
}
