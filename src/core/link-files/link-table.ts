import { linkFieldNames, makeFields } from '#core/links/link.ts';
import { isWebAddress } from '#core/links/web-address.ts';
import { unguardCell, unguardFormula } from './csv.ts';
import type { FoundLink } from './import-plan.ts';

type TableMaker = 'own' | 'pretty-links' | 'thirsty-affiliates' | 'dub' | 'other';

/** Which cells of a row make a link. Columns are counted from 0. */
export type TableChoices = {
  /** Null: the user must choose. */
  readonly url: number | null;
  /** The address of the site, if the column `url` has only the ends of short links. It is put before each cell. */
  readonly urlStart: string;
  readonly description: number | null;
  /** Replaces an empty description: another column, the host of the URL, or nothing. */
  readonly fallback: number | 'host' | null;
};

/** A recognized table, with the proposed choices. */
export type LinkTable = {
  readonly maker: TableMaker;
  /** The names of the columns; null for a column without one. */
  readonly columns: readonly (string | null)[];
  readonly hasHeader: boolean;
  /** How many cells the header has, or else the shortest row. A longer row may hold delimiters in its words. */
  readonly width: number;
  /** The column with the ends of short links, or null. */
  readonly slug: number | null;
  readonly choices: TableChoices;
};

/** The header of our file of refused rows. */
export const refusedColumns = ['row', ...linkFieldNames, 'reason'];

/**
 * The files that are recognized by the names in their header: who wrote the file, the names, the column with the
 * address, and the columns with the description. The first of these that there is counts, and the next one replaces an
 * empty description.
 */
const knownHeaders: readonly (readonly [TableMaker, header: string, url: string, description: string])[] = [
  ['own', 'id,url,description,createdat,updatedat', 'url', 'description'],
  ['own', refusedColumns.join(), 'url', 'description'],
  ['pretty-links', 'url,slug,redirect_type', 'url', 'description,name'],
  ['thirsty-affiliates', 'destination url,slug,name', 'destination url', 'name'],
  ['thirsty-affiliates', 'destination url,slug,link name', 'destination url', 'link name'],
  ['dub', 'short link,destination url', 'destination url', 'title,description,comments'],
  ['dub', 'link,url,clicks', 'url', 'title,description,comments'],
];

const either = (words: string) => `(?:${words.replaceAll(' ', '|')})`;
const patternOf = (...names: readonly string[]) => new RegExp(`^(?:${names.join('|')})$`, 'u');

/** The names of columns in other tables, in English, German and Spanish without accents and spaces. */
const columnNames = {
  url: patternOf(
    either(
      'affiliate target destination long original full link web product final partner produkt ziel internet',
    ) + `?${either('url uri link address adresse')}`,
    either('href destination target website ziel webseite destino direccion direccionweb paginaweb sitioweb'),
    `${either('enlace url')}(?:del?${either('afiliado producto destino')})?`,
  ),
  description: patternOf(
    either('link product anchor meta produkt artikel kurz') +
      `?${either('description title name label text beschreibung titel bezeichnung')}`,
    either('anchor keywords? product produkto? producto notes? comments? about whatsthislinkabout'),
    either('artikel thema notiz(?:en)? bemerkung(?:en)? kommentare? notas? comentarios?'),
    `${either('descripcion titulo nombre texto')}(?:del?${either('enlace producto')})?`,
  ),
};

/** Compares the letters of a name, without accents and capitals. */
function isNameOf(kind: keyof typeof columnNames, name: string): boolean {
  return columnNames[kind].test(name.normalize('NFD').toLowerCase().replace(/\P{L}/gu, ''));
}

const rowsLookedAt = 50;

/** Recognizes a table by its header, or else by the content of its columns. */
export function recogniseTable(rows: readonly (readonly string[])[]): LinkTable {
  const columns = (rows[0] ?? []).map((name) => name.trim());
  const names = columns.map((name) => name.toLowerCase());
  const known = knownHeaders.find(([, header]) => header.split(',').every((name) => names.includes(name)));
  if (known === undefined) return recogniseOther(rows, columns);
  const [maker, , url, description] = known;
  const at = (wanted: string) =>
    wanted.split(',').flatMap((name) => (names.includes(name) ? names.indexOf(name) : []));
  const [described = null, fallback = 'host'] = at(description);
  return {
    maker,
    columns,
    hasHeader: true,
    width: columns.length,
    slug: at('slug')[0] ?? null,
    choices: {
      url: at(url)[0] ?? null,
      urlStart: '',
      description: described,
      fallback: maker === 'own' ? null : fallback,
    },
  };
}

function orNull(index: number): number | null {
  return index === -1 ? null : index;
}

/**
 * Whether a text that may be a list of links is a table: each row has the same number of cells, one of them an address.
 * Also, the header names the addresses, or the delimiter is no part of them: at least half of the addresses have no
 * space and a description of several words. Commas are common in addresses and descriptions, so they need a header.
 */
export function isClearTable(
  rows: readonly (readonly string[])[],
  { columns, hasHeader, choices }: LinkTable,
  delimiter: string,
) {
  const { url, description } = choices;
  const body = rows.slice(hasHeader ? 1 : 0, rowsLookedAt).filter(hasWords);
  if (url === null || description === null || body.length === 0) return false;
  if (!body.every((row) => row.length === columns.length && isWebAddress(cellOf(row, url)))) return false;
  if (hasHeader && isNameOf('url', columns[url] ?? '')) return true;
  const described = body.filter(
    (row) => !/\s/u.test(cellOf(row, url)) && /^[^\s=/]+\s/u.test(cellOf(row, description)),
  );
  return delimiter !== ',' && body.length > 1 && described.length >= body.length / 2;
}

export function hasWords(row: readonly string[]): boolean {
  return row.some((cell) => cell.trim() !== '');
}

function cellOf(row: readonly string[], column: number): string {
  return (row[column] ?? '').trim();
}

function recogniseOther(rows: readonly (readonly string[])[], header: readonly string[]): LinkTable {
  const hasHeader = !header.some(isWebAddress);
  const body = rows.slice(hasHeader ? 1 : 0, rowsLookedAt);
  const lengths = body.filter(hasWords).map((row) => row.length);
  const width = hasHeader ? header.length : Math.min(...lengths);
  const columns = Array.from(
    { length: Math.max(header.length, ...lengths) },
    (_, index) => (hasHeader && header[index]) || null,
  );
  const share = columns.map(
    (_, index) => body.filter((row) => isWebAddress(cellOf(row, index))).length / (body.length || 1),
  );
  const best = share.indexOf(Math.max(...share));
  const urlNamed = hasHeader ? header.findIndex((name) => isNameOf('url', name)) : -1;
  // The content of a column says more than its name.
  const url = (share[best] ?? 0) >= 0.5 && (share[urlNamed] ?? 0) < 0.5 ? best : urlNamed;
  const others = [...columns.keys()].filter((index) => index !== url);
  const named = others.filter((index) => hasHeader && isNameOf('description', header[index] ?? ''));
  const unnamed = others.filter((index) => share[index] === 0);
  const holds = (pattern: RegExp) => (index: number) => body.some((row) => pattern.test(cellOf(row, index)));
  // A column of bare numbers or dates is the last choice. An empty one with a fitting name is no such column.
  const described =
    named.find((index) => !holds(/\d/u)(index) || holds(/\p{L}/u)(index)) ??
    unnamed.find(holds(/\p{L}/u)) ??
    named[0] ??
    unnamed[0] ??
    null;
  const choices = { url: orNull(url), urlStart: '', description: described, fallback: 'host' } as const;
  return { maker: 'other', hasHeader, columns, width, slug: null, choices };
}

const hostOf = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/iu;

const longRow =
  'This row has more cells than the header. Please put quotation marks around the cell that holds separators.';

/**
 * Returns a function that reads the link of a row. Cells keep their text, but the guard of formulas is removed. If the
 * description is the last column, the cells behind it belong to it. If it is another, a longer row has a problem.
 */
export function createTableReader(
  { maker, columns, hasHeader, width }: LinkTable,
  choices: TableChoices,
  delimiter: string,
) {
  const last = Math.max(width - 1, choices.url ?? 0);
  const start = choices.description ?? Infinity;
  /** Returns a column of our own files; -1 in other tables. */
  const at = (name: string) =>
    maker === 'own' ? columns.findIndex((column) => column?.toLowerCase() === name.toLowerCase()) : -1;
  const [id, createdAt, updatedAt] = [at('id'), at('createdAt'), at('updatedAt')];

  /** `index` counts all rows of the table from 0. Returns null for the header and for empty rows. */
  return (row: readonly string[], index: number): FoundLink | null => {
    if (index < (hasHeader ? 1 : 0) || !hasWords(row)) return null;
    const read = (column: number | null) => (column === null ? '' : unguard(row[column] ?? '', maker));
    const url = urlOf(read(choices.url), choices.urlStart);
    const hasMore = hasWords(row.slice(last + 1)) && (hasHeader || start >= last);
    // If the address is in its column, the cells before it are whole.
    const isLong = hasMore && !(isWebAddress(url.trim()) && start < (choices.url ?? 0));
    const words = row.slice(start, row.findLastIndex((cell) => cell.trim() !== '') + 1).join(delimiter);
    const described = isLong ? unguard(words, maker) : read(choices.description);
    const description = described.trim() === '' ? replacementOf(url, choices.fallback, read) : null;
    const own = makeFields((name) => read(at(name)));
    const problem = isLong && start < last ? { problem: longRow } : null;
    const found = { ...own, row: index + 1, url, description: description ?? described, ...problem };
    if (maker !== 'own') return found;
    return { ...found, id: read(id), createdAt: read(createdAt), updatedAt: read(updatedAt) };
  };
}

function unguard(cell: string, maker: TableMaker): string {
  if (maker === 'own') return unguardCell(cell);
  return maker === 'pretty-links' ? unguardFormula(cell) : cell;
}

/** Returns the URL of a row. A short link is the address of the site and the cell, with one slash between them. */
function urlOf(cell: string, start: string): string {
  if (start === '' || cell.trim() === '') return cell;
  return `${start.trim().replace(/\/+$/, '')}/${cell.trim().replace(/^\/+/, '')}`;
}

function replacementOf(
  url: string,
  fallback: TableChoices['fallback'],
  read: (column: number) => string,
): string | null {
  if (fallback === null) return null;
  const other = fallback === 'host' ? '' : read(fallback);
  return other.trim() === '' ? (hostOf.exec(url.trim())?.[1] ?? '') : other;
}
