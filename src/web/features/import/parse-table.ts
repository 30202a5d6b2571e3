import { csvRows } from '#core/link-files/csv-rows.ts';

import { nextTask } from './each-row.ts';
import { SourceProblem } from './source-problem.ts';

export const rowLimit = 200_000;

export type ParsedTable = {
  readonly rows: string[][];
  readonly delimiter: string;
  /** A quote that was opened and never closed: what follows it may have been read as one cell. */
  readonly isUnbalanced: boolean;
};

const separatorLine = /^sep=([^\r\n])(?:\r\n|\r|\n)/iu;
const delimiters = [',', ';', '\t', '|'];
const rowsAtOnce = 5000;
const rowsGuessedFrom = 20;
const tooMany = `This file has more than ${rowLimit.toLocaleString('en')} rows. Please split it into smaller files.`;

/** Reads delimited text in pieces, so that the page stays awake. */
export async function parseTable(text: string): Promise<ParsedTable> {
  const [line = '', told] = separatorLine.exec(text) ?? [];
  const body = text.slice(line.length);
  const delimiter = told ?? guessDelimiter(body);
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

/** The delimiter that gives the first rows the same number of cells, and of those the one that gives most. */
function guessDelimiter(text: string): string {
  const scores = delimiters.map((delimiter) => {
    const rows = firstRows(text, delimiter);
    const width = rows[0]?.length ?? 0;
    const alike = rows.filter((row) => row.length === width).length / rows.length;
    return width > 1 ? alike + width / 1000 : 0;
  });
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ',';
}

/** Blank ones left out. */
function firstRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  for (const row of csvRows(text, delimiter)) {
    if (row.some((cell) => cell.trim() !== '')) rows.push(row);
    if (rows.length === rowsGuessedFrom) break;
  }
  return rows;
}
