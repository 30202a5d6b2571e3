import { linkFileSchema } from '#contract/links.ts';
import { csvRows } from '#core/link-files/csv.ts';
import type { FoundLink } from '#core/link-files/import-plan.ts';
import { hasWords, isClearTable, recogniseTable, type LinkTable } from '#core/link-files/link-table.ts';
import { readPastedLinks } from '#core/link-files/pasted-links.ts';
import { t } from '#web/lib/language.ts';

/** Where links are read from: a table whose columns the user can choose, or a list of links. */
export type LinkSource = { readonly name: string; readonly notes: readonly string[] } & (
  | (LinkTable & { readonly delimiter: string; readonly rows: readonly (readonly string[])[] })
  | { readonly maker: 'own' | 'lines'; readonly choices: null; readonly links: readonly FoundLink[] }
);

const sizeLimit = 50 * 1024 * 1024;

/** Reads a file or a pasted text. Throws an error with a message for the user if the source cannot contain a link. */
export async function readSource(source: File | string): Promise<LinkSource> {
  const isPasted = typeof source === 'string';
  const { text, note } = isPasted ? { text: source, note: null } : await readFile(source);
  if (text.trim() === '')
    throw new Error(t(isPasted ? 'Please paste at least one link.' : 'This file is empty.'));
  const name = isPasted ? t('Pasted text') : source.name;
  const notes = note === null ? [] : [note];
  const links = /\.json$/iu.test(name) || /^\s*\{/u.test(text) ? readLinkFile(name, text) : null;
  if (links !== null) return { name, notes, maker: 'own', choices: null, links };
  const { rows, delimiter, isUnbalanced } = await parseTable(text);
  const table = recogniseTable(rows);
  const isTable = table.maker !== 'other' || isClearTable(rows, table, delimiter);
  if (!isTable && !/\.(?:csv|tsv|tab)$/iu.test(name)) {
    return { name, notes, maker: 'lines', choices: null, links: readPastedLinks(text) };
  }
  if (!rows.slice(table.hasHeader ? 1 : 0).some(hasWords)) {
    throw new Error(t('There is no row with a link in this file.'));
  }
  if (delimiter === ';') notes.push(t('Its cells are separated by semicolons.'));
  if (delimiter === '|') notes.push(t('Its cells are separated by vertical bars.'));
  if (isUnbalanced) notes.push(t(unbalanced));
  return { name, notes, ...table, delimiter, rows };
}

const unbalanced =
  'A quotation mark is opened and never closed: what follows it may have been taken for one cell. Please look at the last rows.';

async function readFile(file: File) {
  if (file.size > sizeLimit) {
    throw new Error(t('This file is larger than 50 MB. Please split it into smaller files.'));
  }
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new Error(t('The file could not be read. Please choose it again.'), { cause });
  });
  return decodeText(new Uint8Array(bytes));
}

/** Returns the links of our own JSON file, or null if the text only looks like JSON. */
function readLinkFile(name: string, text: string): FoundLink[] | null {
  try {
    const { links } = linkFileSchema.parse(JSON.parse(text));
    return links.map((link, index) => ({ ...link, row: index + 1 }));
  } catch (cause) {
    if (!/\.json$/iu.test(name)) return null;
    throw new Error(
      t(
        'This JSON file is no list of links that was exported here. Please choose such a file, or a CSV file.',
      ),
      { cause },
    );
  }
}

const bytesLookedAt = 4096;
const workbook = 'This is a spreadsheet, not a text file. Please save it as CSV and choose that file.';
const notText = 'This file holds no text. Please choose a CSV or JSON file.';
const western =
  'The file is not UTF-8. It was read as Western European text (Windows-1252): please look whether letters such as é or ü are right.';

/** Reads UTF-8, UTF-16, or else Windows-1252, with a note on it. Throws an error for the user if it is no text. */
function decodeText(bytes: Uint8Array): { readonly text: string; readonly note: string | null } {
  const head = bytes.subarray(0, bytesLookedAt);
  if (startsWith(head, 0x50, 0x4b, 3, 4) || startsWith(head, 0xd0, 0xcf, 0x11, 0xe0))
    throw new Error(t(workbook));
  const wide = utf16Of(head);
  if (wide === null && head.includes(0)) throw new Error(t(notText));
  try {
    const text = new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes);
    return { text, note: wide === null ? null : t('The file is written in UTF-16.') };
  } catch (cause) {
    if (wide !== null) throw new Error(t(notText), { cause });
    return { text: new TextDecoder('windows-1252').decode(bytes), note: t(western) };
  }
}

/** Recognizes UTF-16 by its mark, or by zeros in every other byte, as in Latin text. Null: another encoding. */
function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(head, 0xfe, 0xff)) return 'utf-16be';
  const zeros = (parity: number) => head.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  const [even, odd] = [zeros(0), zeros(1)];
  const isWide =
    head.length > 0 && Math.max(even, odd) >= head.length / 4 && Math.min(even, odd) <= head.length / 20;
  if (!isWide) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

function startsWith(bytes: Uint8Array, ...start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

const rowLimit = 200_000;
const rowsAtOnce = 5000;
const rowsGuessedFrom = 20;

/** Reads delimited text in pieces, so that the page reacts. Throws an error for the user if it is too long. */
async function parseTable(text: string) {
  const [line = '', declared] = /^sep=([^\r\n])(?:\r\n|\r|\n)/iu.exec(text) ?? [];
  const body = text.slice(line.length);
  const delimiter = declared ?? guessDelimiter(body);
  const source = csvRows(body, delimiter);
  const rows: string[][] = [];
  let next = source.next();
  while (next.done !== true) {
    rows.push(next.value);
    if (rows.length > rowLimit) {
      throw new Error(
        t('This file has more than {limit} rows. Please split it into smaller files.', { limit: rowLimit }),
      );
    }
    if (rows.length % rowsAtOnce === 0) await nextTask();
    next = source.next();
  }
  return { rows, delimiter, isUnbalanced: next.value };
}

/** Returns the delimiter that gives most of the first rows the same number of cells, and then the most cells. */
function guessDelimiter(text: string): string {
  const delimiters = [',', ';', '\t', '|'];
  const scores = delimiters.map((delimiter) => {
    const rows: string[][] = [];
    for (const row of csvRows(text, delimiter)) {
      if (hasWords(row)) rows.push(row);
      if (rows.length === rowsGuessedFrom) break;
    }
    const width = rows[0]?.length ?? 0;
    const alike = rows.filter((row) => row.length === width).length / rows.length;
    return width > 1 ? alike + width / 1000 : 0;
  });
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ',';
}

/** Lets the page react to its user before the next piece of work. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
