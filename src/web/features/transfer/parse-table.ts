import Papa from 'papaparse';
import type { Parser, ParseResult } from 'papaparse';

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
const charactersAtOnce = 512 * 1024;

/** Reads delimited text in pieces, so that the page stays awake. */
export function parseTable(text: string): Promise<ParsedTable> {
  const [line = '', told] = separatorLine.exec(text) ?? [];
  const rows: string[][] = [];
  const body = text.slice(line.length);
  const delimiter = told ?? guessDelimiter(body);
  let isUnbalanced = false;

  function take({ data, errors }: ParseResult<string[]>): void {
    isUnbalanced ||= errors.some(({ code }) => code === 'MissingQuotes');
    for (const row of data) rows.push(withoutReturn(row));
  }

  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(body, {
      delimiter,
      chunkSize: charactersAtOnce,
      chunk(results: ParseResult<string[]>, parser: Parser) {
        take(results);
        if (rows.length > rowLimit) {
          reject(new SourceProblem(tooMany));
          parser.abort();
          return;
        }
        parser.pause();
        setTimeout(() => parser.resume());
      },
      complete: () => resolve({ rows, delimiter, isUnbalanced }),
      error: reject,
    });
  });
}

const tooMany = `This file has more than ${rowLimit.toLocaleString('en')} rows. Please split it into smaller files.`;

/** The delimiter that gives the first rows the same number of cells, and of those the one that gives most. */
function guessDelimiter(text: string): string {
  const head = text.slice(0, charactersAtOnce);
  const scores = delimiters.map((delimiter) => {
    const { data } = Papa.parse<string[]>(head, { delimiter, preview: 20, skipEmptyLines: 'greedy' });
    const width = data[0]?.length ?? 0;
    const alike = data.filter((row) => row.length === width).length / data.length;
    return width > 1 ? alike + width / 1000 : 0;
  });
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ',';
}

/** In a file of mixed line ends one half of an end is left at the last cell. */
function withoutReturn(row: string[]): string[] {
  const last = row.at(-1);
  return last?.endsWith('\r') ? [...row.slice(0, -1), last.slice(0, -1)] : row;
}
