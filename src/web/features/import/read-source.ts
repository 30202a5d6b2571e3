import { linkFileSchema } from '#contract/links.ts';
import type { FoundLink } from '#core/link-files/import-plan.ts';
import { recogniseTable, type LinkTable } from '#core/link-files/link-table.ts';
import { readPastedLinks } from '#core/link-files/pasted-links.ts';
import { SourceProblem } from './import-messages.ts';
import { csvRows } from '#core/link-files/csv.ts';

/** Where links are read from: a table whose columns the user can choose, or a list of links. */
export type LinkSource = { readonly name: string; readonly notes: readonly string[] } & (
  | { readonly kind: 'table'; readonly table: LinkTable; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'links'; readonly isOwn: boolean; readonly links: readonly FoundLink[] }
);

const sizeLimit = 50 * 1024 * 1024;

export async function readFile(file: File): Promise<LinkSource> {
  if (file.size > sizeLimit) {
    throw new SourceProblem('This file is larger than 50 MB. Please split it into smaller files.');
  }
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new SourceProblem('The file could not be read. Please choose it again.', { cause });
  });
  const { text, note } = decodeText(new Uint8Array(bytes));
  if (text.trim() === '') throw new SourceProblem('This file is empty.');
  return readNamed(file.name, text, note === null ? [] : [note]);
}

export async function readText(text: string): Promise<LinkSource> {
  if (text.trim() === '') throw new SourceProblem('Please paste at least one link.');
  return readNamed('Pasted text', text, []);
}

async function readNamed(name: string, text: string, notes: readonly string[]): Promise<LinkSource> {
  const links = /\.json$/iu.test(name) || /^\s*\{/u.test(text) ? readLinkFile(name, text) : null;
  if (links !== null) return { kind: 'links', name, notes, isOwn: true, links };
  const isTable = /\.(?:csv|tsv|tab)$/iu.test(name);
  const parsed = await parseTable(text);
  const table = recogniseTable(parsed.rows);
  if (!isTable && table.source === 'other') {
    return { kind: 'links', name, notes, isOwn: false, links: readPastedLinks(text) };
  }
  const firstRow = table.hasHeader ? 1 : 0;
  if (!parsed.rows.slice(firstRow).some((row) => row.some((cell) => cell.trim() !== ''))) {
    throw new SourceProblem('There is no row with a link in this file.');
  }
  return { kind: 'table', name, notes: [...notes, ...notesOn(parsed)], table, rows: parsed.rows };
}

function notesOn({ delimiter, isUnbalanced }: { delimiter: string; isUnbalanced: boolean }): string[] {
  const notes: string[] = [];
  if (delimiter === ';') notes.push('Its cells are parted by semicolons.');
  if (delimiter === '|') notes.push('Its cells are parted by vertical bars.');
  if (isUnbalanced) {
    notes.push(
      'A quotation mark is opened and never closed: what follows it may have been taken for one cell. Please look at the last rows.',
    );
  }
  return notes;
}

/** Returns the links of our own JSON file, or null if the text only looks like JSON. */
function readLinkFile(name: string, text: string): FoundLink[] | null {
  const file = linkFileSchema.safeParse(parseJson(text));
  if (file.success) return file.data.links.map((link, index) => ({ ...link, row: index + 1 }));
  if (!/\.json$/iu.test(name)) return null;
  throw new SourceProblem(
    'This JSON file is no list of links that was exported here. Please choose such a file, or a CSV file.',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The text of a file, and a note on its encoding if the user should know it. */
type DecodedText = { readonly text: string; readonly note: string | null };

const bytesLookedAt = 4096;
const workbook = 'This is a spreadsheet, not a text file. Please save it as CSV and choose that file.';
const notText = 'This file holds no text. Please choose a CSV or JSON file.';

/** Reads bytes as UTF-8, as UTF-16, or else as Windows-1252. Throws a `SourceProblem` if they are no text. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const head = bytes.subarray(0, bytesLookedAt);
  if (startsWith(head, [0x50, 0x4b, 3, 4]) || startsWith(head, [0xd0, 0xcf, 0x11, 0xe0])) {
    throw new SourceProblem(workbook);
  }
  const wide = utf16Of(head);
  if (wide !== null) {
    const text = decode(wide, bytes);
    if (text === null) throw new SourceProblem(notText);
    return { text, note: 'The file is written in UTF-16.' };
  }
  if (head.includes(0)) throw new SourceProblem(notText);
  const text = decode('utf-8', bytes);
  if (text !== null) return { text, note: null };
  return {
    text: new TextDecoder('windows-1252').decode(bytes),
    note: 'The file is not UTF-8. It was read as Western European text (Windows-1252): please look whether letters such as é or ü are right.',
  };
}

/** Recognized by the byte order mark, or by zeros in every other byte, as in text of mostly Latin letters. */
function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head.length === 0) return null;
  if (startsWith(head, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(head, [0xfe, 0xff])) return 'utf-16be';
  const empty = (parity: number) => head.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  const [even, odd] = [empty(0), empty(1)];
  if (Math.max(even, odd) < head.length / 4 || Math.min(even, odd) > head.length / 20) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function decode(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

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
