/** A spreadsheet runs a cell as a formula that begins with one of these signs. Some look only like others. */
const formulaSign = /[=+\-@|＝＋－＠｜﹢﹣﹦﹫−⁺⁻⁼₊₋₌]/u;
/** What a spreadsheet may skip before such a sign: blanks, unseen characters, separators and quotation marks. */
const notSkipped = /[^\s\p{Cc}\p{Cf};"']/gu;
/** A cell may begin behind these signs if a spreadsheet takes another separator than the comma. */
const cellEnd = /[;\t\r\n]/gu;

/** Returns the indexes where a cell may begin that would be run as a formula, and 0 if the text looks guarded. */
function formulaStarts(text: string): ReadonlySet<number> {
  const starts = new Set(/^[\t\r\n']/u.test(text) ? [0] : []);
  let sign = -1;
  for (const index of [0, ...Array.from(text.matchAll(cellEnd), (match) => match.index + 1)]) {
    // All cells before the same sign begin a formula with it.
    if (index > sign) {
      notSkipped.lastIndex = index;
      sign = notSkipped.exec(text)?.index ?? text.length;
    }
    if (formulaSign.test(text.charAt(sign))) starts.add(index);
  }
  return starts;
}

/**
 * Puts a quote wherever a spreadsheet could begin a formula: at the start, and behind each semicolon, tab and line end.
 * `unguardCell` restores the text.
 */
export function guardCell(text: string): string {
  let guarded = '';
  let done = 0;
  for (const index of formulaStarts(text)) {
    guarded += `${text.slice(done, index)}'`;
    done = index;
  }
  return guarded + text.slice(done);
}

/** Removes the quotes of `guardCell`. */
export function unguardCell(cell: string): string {
  // A quote is skipped before a sign, so that the places are the same as in the text without quotes.
  const starts = formulaStarts(cell);
  const isGuard = (index: number) =>
    cell[index] === "'" && starts.has(index) && (index > 0 || formulaStarts(cell.slice(1)).has(0));
  let text = '';
  let done = 0;
  for (const index of [...starts].filter(isGuard)) {
    text += cell.slice(done, index);
    done = index + 1;
  }
  return text + cell.slice(done);
}

/** Does the same for files of other programs. These guard formulas at the start, but no text that begins with a quote. */
export function unguardFormula(cell: string): string {
  return /^'[=+\-@\t\r\n]/u.test(cell) ? cell.slice(1) : cell;
}

/** Returns a line of CSV (RFC 4180) with its line end. Each cell is quoted. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
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
