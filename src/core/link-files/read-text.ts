import { countsOf } from '#core/lib/helpers.ts';
import { linkFileFormat } from '#core/links/link.ts';
import { isWebAddress } from '#core/links/web-address.ts';

import { csvRows } from './csv.ts';
import { looksLikeHtml, readHtmlLinks, readHtmlTable } from './formats/html-links.ts';
import { looksLikeJson, readJson, readJsonLines, tableOfJson, tableOfNamedLines } from './formats/records.ts';
import type { FoundLink } from './import-plan.ts';
import { hasWords, isClearTable, recogniseTable, type LinkTable } from './link-table.ts';
import { readPastedLinks } from './pasted-links.ts';

type Rows = readonly (readonly string[])[];

/** A table whose columns the user can choose, or a list of links. */
export type FoundLinks =
  | (LinkTable & { readonly delimiter: string; readonly rows: Rows })
  | {
      readonly maker: 'own' | 'bookmarks' | 'html' | 'lines';
      readonly choices: null;
      readonly links: readonly FoundLink[];
    };

/** A text with links, and the name of its file. Null: it was pasted. */
export type LinkText = { readonly text: string; readonly name: string | null };

/**
 * What was read from a text: links with notes for the user, or JSON that its reader must check first, because it may have
 * been exported here. `problem`: why there is no link. Notes and problems are in English.
 */
export type ReadText =
  | { readonly found: FoundLinks; readonly notes: readonly string[] }
  | { readonly json: unknown }
  | { readonly problem: string };

const noLinkInJson =
  'No list of links was found in this JSON. Please choose a file that was exported here or from a link manager, or a CSV file.';

const noLinkInPastedJson = 'No list of links was found in the pasted JSON. Please check that it is complete.';
const cutLines = 'Lines that are cut off or damaged were left out. Please check that nothing is missing.';
const onlyLinks = 'Folders and notes of bookmarks are not imported.';

/** Reads the links of a text in any known form. */
export function readLinkText({ text, name }: LinkText): ReadText {
  const json = readJson(text);
  if (json !== undefined) return isOwnFile(json) ? { json } : readLinkJson(json, name);
  if (isNamed(name, 'json|jsonl|ndjson') || looksLikeJson(text)) return readDamagedJson({ text, name });
  const isTable = isNamed(name, 'csv|tsv|tab') && !/^\s*</u.test(text);
  // The cells of a table may have HTML in them.
  const table = readTable(text, isTable);
  if (table !== null) return table;
  const html = looksLikeHtml(text) ? linksOfHtml(text) : null;
  if (html !== null) {
    const hasMore = html.maker === 'bookmarks' && /<(?:h3|dd)[\s>]/iu.test(text);
    return { found: html, notes: hasMore ? [onlyLinks] : [] };
  }
  const named = tableOfNamedLines(text);
  if (named !== null) return { found: tableOf(named), notes: [] };
  const links = readPastedLinks(text);
  if (links.length > rowLimit) return { problem: tooManyRows };
  return { found: { maker: 'lines', choices: null, links }, notes: [] };
}

/** Reads what is whole in a text that is meant as JSON. */
function readDamagedJson({ text, name }: LinkText): ReadText {
  const read = readLinkJson(readJsonLines(text), name);
  return 'found' in read ? { ...read, notes: [cutLines] } : read;
}

/** Returns the links in a value of JSON that was not exported here. `name`: of its file, or null if it was pasted. */
export function readLinkJson(json: unknown, name?: string | null): ReadText {
  const rows = tableOfJson(json);
  if (rows !== null) return { found: tableOf(rows), notes: [] };
  return { problem: name === null ? noLinkInPastedJson : noLinkInJson };
}

/** Whether a value of JSON says that it was exported here. */
function isOwnFile(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'format' in json && json.format === linkFileFormat;
}

function isNamed(name: string | null, endings: string): boolean {
  return name !== null && new RegExp(String.raw`\.(?:${endings})$`, 'iu').test(name);
}

function tableOf(rows: Rows): FoundLinks {
  // The cells are known, so that no separator can have cut an address.
  return { ...recogniseTable(rows), delimiter: '\t', rows };
}

/** Returns the links of HTML source. Null: it has none, and its words are read as such. */
function linksOfHtml(text: string): FoundLinks | null {
  const rows = readHtmlTable(text);
  if (rows !== null) return tableOf(rows);
  const { maker, links, outside } = readHtmlLinks(text);
  // Addresses outside of all links are links, too. The words there are not.
  const bare = maker === 'html' ? readPastedLinks(outside).filter(({ url }) => isWebAddress(url)) : [];
  if (links.length + bare.length === 0) return null;
  return { maker, choices: null, links: [...links, ...bare].toSorted((a, b) => a.row - b.row) };
}

const rowLimit = 200_000;
const tooManyRows = 'This file has more than 200,000 rows. Please split it into smaller files.';
const unbalanced =
  'A quotation mark is never closed, so what follows may have been read as one cell. Please check the last rows.';
const separatorNotes: Readonly<Record<string, string>> = {
  ';': 'Cells are separated by semicolons.',
  '|': 'Cells are separated by vertical bars.',
};

/** Reads a table with separators. Null: the text is more like a list, and need not be a table. */
function readTable(text: string, isTable: boolean): ReadText | null {
  const { body, delimiter, header } = delimiterOf(text);
  const rows: (readonly string[])[] = header === null ? [] : [[]];
  const source = csvRows(body, delimiter);
  let next = source.next();
  for (; next.done !== true && rows.length <= rowLimit; next = source.next()) rows.push(next.value);
  if (header !== null) {
    // The last row of the feed counts the others.
    if (rows.at(-1)?.[0] === 'TRL') rows.pop();
    rows[0] = Array.from({ length: widestOf(rows) }, (_, index) => header[index] ?? '');
  }
  const table = recogniseTable(rows);
  const isKnown = isTable || header !== null || table.maker !== 'other';
  if (!isKnown && !isClearTable(rows, table, delimiter)) return null;
  if (rows.length > rowLimit) return { problem: tooManyRows };
  if (!rows.slice(table.headerRows).some(hasWords)) return { problem: 'No links were found in this file.' };
  const notes = [separatorNotes[delimiter] ?? [], next.value === true ? unbalanced : []].flat();
  return { found: { ...table, delimiter, rows }, notes };
}

/** The columns of a product feed of Rakuten. Its first row has only the shop: `HDR|12|Shop|2026-01-02`. */
const feedColumns =
  'Product ID|Product name|SKU|Category|Secondary category|Tracking URL|Image URL|Cart|Description|Long description';
const feedHead = /^HDR\|[^\r\n]*[\r\n]+/u;

function delimiterOf(text: string) {
  const [line = '', declared] = /^sep=([^\r\n])(?:\r\n|\r|\n)/iu.exec(text) ?? [];
  const body = text.slice(line.length);
  const head = feedHead.exec(body)?.[0];
  if (head !== undefined)
    return { body: body.slice(head.length), delimiter: '|', header: feedColumns.split('|') };
  return { body, delimiter: declared ?? guessDelimiter(body), header: null };
}

const rowsGuessedFrom = 20;

/** Returns the delimiter that gives most of the first rows the same number of cells, and then the most cells. */
function guessDelimiter(text: string): string {
  const delimiters = [',', ';', '\t', '|'];
  const scores = delimiters.map((delimiter) => {
    const rows: string[][] = [];
    for (const row of csvRows(text, delimiter)) {
      if (hasWords(row)) rows.push(row);
      if (rows.length === rowsGuessedFrom) break;
    }
    const counts = [...countsOf(rows.map((row) => row.length))].filter(([width]) => width > 1);
    // A title above the header has another width.
    return Math.max(0, ...counts.map(([width, count]) => count / rows.length + width / 1000));
  });
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ',';
}

function widestOf(rows: Rows): number {
  return rows.reduce((widest, row) => Math.max(widest, row.length), 0);
}
