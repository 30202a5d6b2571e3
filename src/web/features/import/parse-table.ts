import { csvRows } from '#core/link-files/csv-rows.ts';

import { SourceProblem } from './import-messages.ts';

export const rowLimit = 200_000;

export type ParsedTable = {
  readonly rows: string[][];
  readonly delimiter: string;
  /** Whether a quote was never closed: the text after it may have been read as one cell. */
  readonly isUnbalanced: boolean;
};

const separatorLine = /^sep=([^\r\n])(?:\r\n|\r|\n)/iu;
const delimiters = [',', ';', '\t', '|'];
const rowsAtOnce = 5000;
const rowsGuessedFrom = 20;
const tooMany = `This file has more than ${rowLimit.toLocaleString('en')} rows. Please split it into smaller files.`;

/** Lets the page react to its user before the next piece of work. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Reads delimited text in pieces, so that the page stays responsive. Throws a `SourceProblem` if it is too long. */
export async function parseTable(text: string): Promise<ParsedTable> {
  const [line = '', declared] = separatorLine.exec(text) ?? [];
  const body = text.slice(line.length);
  const delimiter = declared ?? guessDelimiter(body);
  const source = csvRows(body, delimiter);
  const rows: string[][] = [];
  let next = source.next();
  while (next.done !== true) {
    rows.push(next.value);
    if (rows.length > rowLimit) throw new SourceProblem(tooMany);
    if (rows.length % rowsAtOnce === 0) await nextTask();
    next = source.next();
  }
  return { rows, delimiter, isUnbalanced: next.value };
}

/** Returns the delimiter with which most of the first rows have the same number of cells, and then the most cells. */
function guessDelimiter(text: string): string {
  const scores = delimiters.map((delimiter) => {
    const rows = firstRows(text, delimiter);
    const width = rows[0]?.length ?? 0;
    const alike = rows.filter((row) => row.length === width).length / rows.length;
    return width > 1 ? alike + width / 1000 : 0;
  });
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ',';
}

/** The first rows that are not blank. */
function firstRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  for (const row of csvRows(text, delimiter)) {
    if (row.some((cell) => cell.trim() !== '')) rows.push(row);
    if (rows.length === rowsGuessedFrom) break;
  }
  return rows;
}
