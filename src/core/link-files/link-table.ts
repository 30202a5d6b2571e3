import { linkFieldNames, makeFields } from '#core/links/link.ts';
import { isWebAddress, trimAddress } from '#core/links/web-address.ts';
import { unguardCell, unguardFormula } from './csv.ts';
import { linkOfCell } from './formats/cell-links.ts';
import { joinDescription } from './formats/description-parts.ts';
import { isAffiliateRank, roleOf, type ColumnRole } from './formats/header-names.ts';
import type { FoundLink } from './import-plan.ts';

type TableMaker = 'own' | 'refused' | 'pretty-links' | 'thirsty-affiliates' | 'dub' | 'other';

/** Which cells of a row make a link. Columns are counted from 0. */
export type TableChoices = {
  /** Null: the user must choose. */
  readonly url: number | null;
  /** The address of the site, if the column `url` has only the ends of short links. It is put before each cell. */
  readonly urlStart: string;
  readonly description: number | null;
  /** Replaces an empty description: another column, the next one that fits, the host of the URL, or nothing. */
  readonly fallback: number | 'next' | 'host' | null;
};

/** A recognized table, with the proposed choices. */
export type LinkTable = {
  readonly maker: TableMaker;
  /** The names of the columns; null for a column without one. */
  readonly columns: readonly (string | null)[];
  /** How many rows there are up to the header and with it. 0: there is no header. */
  readonly headerRows: number;
  /** How many cells the header has, or else the shortest row. A longer row may hold delimiters in its words. */
  readonly width: number;
  /** The column with the ends of short links, or null. */
  readonly slug: number | null;
  /** The columns that may have the links. The user is asked if there are several and none is sure. */
  readonly candidates: readonly number[];
  /** The columns that may describe a link, the best first. */
  readonly texts: readonly number[];
  readonly anchor: number | null;
  readonly tags: number | null;
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
  ['refused', refusedColumns.join(), 'url', 'description'],
  ['pretty-links', 'url,slug,redirect_type', 'url', 'description,name'],
  ['thirsty-affiliates', 'destination url,slug,name', 'destination url', 'name'],
  ['thirsty-affiliates', 'destination url,slug,link name', 'destination url', 'link name'],
  ['dub', 'short link,destination url', 'destination url', 'title,description,comments'],
  ['dub', 'link,url,clicks', 'url', 'title,description,comments'],
];

const rowsLookedAt = 50;
const headerRowsLookedAt = 10;
/** Columns behind these are not offered. */
const columnsAtMost = 500;

/** Recognizes a table by its header, or else by the content of its columns. */
export function recogniseTable(rows: readonly (readonly string[])[]): LinkTable {
  const headerAt = headerIndex(rows);
  const header = (rows[headerAt] ?? []).map((name) => name.trim());
  const names = header.map((name) => name.toLowerCase());
  const known = knownHeaders.find(([, wanted]) => wanted.split(',').every((name) => names.includes(name)));
  const table = recogniseColumns(rows, headerAt, header);
  if (known === undefined) return table;
  const [maker, , url, described] = known;
  const at = (wanted: string) =>
    wanted.split(',').flatMap((name) => (names.includes(name) ? names.indexOf(name) : []));
  const texts = at(described);
  return {
    ...table,
    maker,
    slug: at('slug')[0] ?? null,
    texts,
    choices: {
      url: at(url)[0] ?? null,
      urlStart: '',
      description: texts[0] ?? null,
      fallback: isOurs(maker) ? null : 'next',
    },
  };
}

/** Returns the index of the header: the first row with two known names, or the first row without an address; or -1. */
function headerIndex(rows: readonly (readonly string[])[]): number {
  const first = rows.slice(0, headerRowsLookedAt).map((row) => row.slice(0, columnsAtMost));
  const end = first.findIndex((row) => row.some((_, index) => isWebAddress(addressOf(row, index))));
  const above = end === -1 ? first : first.slice(0, end);
  const known = above.findIndex((row) => row.filter((name) => roleOf(name) !== null).length > 1);
  return known === -1 ? Math.min(0, above.length - 1) : known;
}

function recogniseColumns(
  rows: readonly (readonly string[])[],
  headerAt: number,
  header: readonly string[],
): LinkTable {
  const body = rows.slice(headerAt + 1, headerAt + 1 + rowsLookedAt).filter(hasWords);
  const lengths = body.map((row) => row.length);
  const columns = Array.from(
    { length: Math.min(columnsAtMost, Math.max(header.length, ...lengths)) },
    (_, index) => header[index] || null,
  );
  const looks = columns.map((name, index) => ({
    index,
    ...lookOf(
      name,
      body.map((row) => addressOf(row, index)),
    ),
  }));
  // Cells behind the header may be the rest of an address.
  const ofHeader = addressColumns(looks.slice(0, header.length || columnsAtMost));
  const candidates = ofHeader.length > 0 ? ofHeader : addressColumns(looks);
  const url = chosenAddress(looks, candidates);
  const texts = textColumns(looks, url);
  const parts = { anchor: looks.findIndex(hasRole('anchor')), tags: looks.findIndex(hasRole('tags')) };
  const [description = null] = texts;
  return {
    maker: 'other',
    columns,
    headerRows: headerAt + 1,
    width: headerAt >= 0 ? header.length : Math.min(...lengths),
    slug: null,
    candidates,
    texts,
    // Words that are the description cannot be the anchor, too.
    anchor: parts.anchor === description ? null : orNull(parts.anchor),
    tags: orNull(parts.tags),
    choices: { url, urlStart: '', description, fallback: 'next' },
  };
}

/** What a column looks like. */
type ColumnLook = {
  readonly index: number;
  readonly role: ColumnRole | null;
  /** Whether at least half of its cells with words are addresses, and whether none is one. */
  readonly hasAddresses: boolean;
  readonly hasNoAddress: boolean;
  /** Whether at least half of them may be addresses without http. */
  readonly hasHosts: boolean;
  readonly hasLetters: boolean;
  readonly hasDigits: boolean;
  readonly hasPictures: boolean;
  /** Whether all of several rows have the same words. */
  readonly repeats: boolean;
};

const bareAddress = /^[^\s@/]+\.[^\s.]{2}/u;
const pictureAddress = /^[^?#]*\.(?:jpe?g|png|gif|webp|avif|svg|bmp|ico|tiff?)(?:[?#]|$)/iu;

function lookOf(name: string | null, cells: readonly string[]): Omit<ColumnLook, 'index'> {
  const filled = cells.filter((cell) => cell !== '');
  const addresses = filled.filter(isWebAddress);
  const has = (pattern: RegExp) => filled.some((cell) => pattern.test(cell));
  return {
    role: name === null ? null : roleOf(name),
    hasAddresses: addresses.length > 0 && addresses.length * 2 >= filled.length,
    hasNoAddress: addresses.length === 0,
    hasHosts:
      filled.filter((cell) => bareAddress.test(cell)).length * 2 >= filled.length && filled.length > 0,
    hasLetters: has(/\p{L}/u),
    hasDigits: has(/\d/u),
    hasPictures: addresses.length > 0 && addresses.every((address) => pictureAddress.test(address)),
    repeats: cells.length > 1 && new Set(cells).size === 1,
  };
}

function hasRole(kind: ColumnRole['kind']) {
  return ({ role }: Pick<ColumnLook, 'role'>) => role?.kind === kind;
}

/** Returns the columns that may have the links: no pictures, and no address that each row repeats. */
function addressColumns(looks: readonly ColumnLook[]): readonly number[] {
  const isPicture = (look: ColumnLook) => hasRole('picture')(look) || look.hasPictures;
  const found = looks.filter((look) => earns(look) || (look.hasAddresses && !isPicture(look)));
  const different = found.filter((look) => earns(look) || !look.repeats);
  const chosen = different.length > 0 ? different : found;
  if (chosen.length > 0) return chosen.map(({ index }) => index);
  // Addresses without http are recognized by the name of their column.
  const named = looks.filter(({ role }) => role?.kind === 'address' && role.isSure);
  return named.map(({ index }) => index);
}

/** Whether a column has affiliate links by its name. Some of its cells may be empty, or lack the http. */
function earns(look: ColumnLook): boolean {
  const { role } = look;
  return (
    role?.kind === 'address' &&
    isAffiliateRank(role.rank) &&
    (!look.hasNoAddress || (role.isSure && look.hasHosts))
  );
}

/**
 * Returns the column with the links. Null: the user must choose, because a wrong guess would cost the commission. One
 * column is sure. Of several, the best is sure if its name says that it earns, or if all names are known.
 */
function chosenAddress(looks: readonly ColumnLook[], candidates: readonly number[]): number | null {
  if (candidates.length < 2) return candidates[0] ?? null;
  const ranks = candidates.map((index) => rankOf(looks[index], 'address'));
  const best = Math.min(...ranks);
  const isAlone = ranks.filter((rank) => rank === best).length === 1;
  const isSure = isAlone && (isAffiliateRank(best) || ranks.every((rank) => rank < Infinity));
  return isSure ? (candidates[ranks.indexOf(best)] ?? null) : null;
}

function rankOf(look: ColumnLook | undefined, kind: 'address' | 'text'): number {
  const role = look?.role ?? null;
  return role?.kind === kind ? role.rank : Infinity;
}

/**
 * Returns the columns with descriptions, the best first: those with a fitting name by its rank, then other columns with
 * words. A column of bare numbers or dates is the last one.
 */
function textColumns(looks: readonly ColumnLook[], url: number | null): readonly number[] {
  const others = looks.filter(({ index }) => index !== url);
  const named = others
    .filter((look) => hasRole('text')(look) || hasRole('anchor')(look))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
  const isBare = ({ hasDigits, hasLetters }: ColumnLook) => hasDigits && !hasLetters;
  const unnamed = others.filter((look) => look.hasNoAddress && !named.includes(look));
  const withWords = unnamed.filter((look) => look.hasLetters && !hasRole('tags')(look));
  const usable = [...named.filter((look) => !isBare(look)), ...withWords];
  const chosen = usable.length > 0 ? usable : [...named, ...unnamed].slice(0, 1);
  // Only what is named as a text replaces an empty description.
  return chosen.filter((look, index) => index === 0 || named.includes(look)).map(({ index }) => index);
}

/** Returns the rank of a text. The words of an anchor describe a link if nothing else does. */
function placeOf(look: ColumnLook): number {
  return hasRole('anchor')(look) ? 1.5 : rankOf(look, 'text');
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
  { columns, headerRows, candidates, choices }: LinkTable,
  delimiter: string,
) {
  const url = choices.url ?? candidates[0] ?? null;
  const { description } = choices;
  const body = rows.slice(headerRows, headerRows + rowsLookedAt).filter(hasWords);
  if (url === null || description === null || body.length === 0) return false;
  if (!body.every((row) => row.length === columns.length && isWebAddress(addressOf(row, url)))) return false;
  if (headerRows > 0 && roleOf(columns[url] ?? '')?.kind === 'address') return true;
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

/** Returns the address in a cell, or its words. */
export function addressOf(row: readonly string[], column: number): string {
  return trimAddress(linkOfCell(row[column] ?? '').url);
}

const hostOf = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/iu;

const longRow =
  'This row has more cells than the header. Please put quotation marks around the cell that contains separators.';
const cutAddress = 'A separator seems to cut off this URL. Please put quotation marks around it.';

/**
 * Returns a function that reads the link of a row. Cells keep their text, but the guard of formulas is removed. If the
 * address or the description is the last column, the cells behind it belong to it. Else a longer row has a problem.
 */
export function createTableReader(table: LinkTable, choices: TableChoices, delimiter: string) {
  const { maker, columns, headerRows, texts } = table;
  /** Returns a column of our own files; -1 in other tables. */
  const at = (name: string) =>
    isOurs(maker) ? columns.findIndex((column) => column?.toLowerCase() === name.toLowerCase()) : -1;
  const [id, createdAt, updatedAt] = [at('id'), at('createdAt'), at('updatedAt')];
  const { kind = null } = roleOf(columns[choices.description ?? -1] ?? '') ?? {};
  const isNamed = kind === 'text' || kind === 'anchor';

  /** `index` counts all rows of the table from 0. Returns null for the header and for empty rows. */
  return (cells: readonly string[], index: number): FoundLink | null => {
    if (index < headerRows || !hasWords(cells)) return null;
    const { row, problem } = wholeCells(cells, table, choices, delimiter);
    const read = (column: number | null) => (column === null ? '' : unguard(row[column] ?? '', maker));
    const cell = read(choices.url);
    const own = makeFields((name) => read(at(name)));
    const found = { ...own, row: index + 1, ...(problem !== null && { problem }) };
    if (isOurs(maker))
      return { ...found, url: cell, id: read(id), createdAt: read(createdAt), updatedAt: read(updatedAt) };
    const link = linkOfCell(cell);
    const url = urlOf(link.url, choices.urlStart);
    const described = read(choices.description);
    // The name in a formula says more than a column whose name says nothing.
    const words = [isNamed ? described : '', link.description, described].find(isFilled);
    const next = () => texts.map(read).find(isFilled);
    const description = words ?? replacementOf(url, choices.fallback, read, next) ?? described;
    const [anchor, tags] = [read(table.anchor), read(table.tags)];
    if (!isFilled(anchor + tags)) return { ...found, url, description };
    return { ...found, url, description: joinDescription(description, anchor, tags.split(/[,;|]/u)) };
  };
}

function isOurs(maker: TableMaker): boolean {
  return maker === 'own' || maker === 'refused';
}

function isFilled(words: string): boolean {
  return words.trim() !== '';
}

/** Returns the cells of a row in their columns, or why they cannot be told apart. */
function wholeCells(
  row: readonly string[],
  { headerRows, width }: LinkTable,
  { url, description }: TableChoices,
  delimiter: string,
): { readonly row: readonly string[]; readonly problem: string | null } {
  const last = Math.max(width - 1, url ?? 0);
  const joined = url === last ? url : (description ?? last) >= last ? (description ?? last) : null;
  const address = url === null ? '' : addressOf(row, url);
  const behind = url === null ? '' : (row[url + 1] ?? '');
  // A tab ends an address.
  const mayBeCut = delimiter !== '\t' && isWebAddress(address);
  const join = (from: number) => {
    const end = row.findLastIndex(isFilled) + 1;
    return [...row.slice(0, from), row.slice(from, end).join(delimiter)];
  };
  const isLong = hasWords(row.slice(last + 1)) && (headerRows > 0 || joined !== null);
  if (!isLong) return { row, problem: mayBeCut && isRestOf(address, behind) ? cutAddress : null };
  if (joined === url && url !== null && isWebAddress(address)) return { row: join(url), problem: null };
  if (joined !== null && joined !== url) {
    const next = joined - 1 === url ? (row[joined + 1] ?? '') : ' ';
    const isUnclear = mayBeCut && mayBelongToAddress(behind, next);
    return { row: join(joined), problem: isUnclear ? cutAddress : null };
  }
  // An address that ends in its column has not been cut, and the cells before it are whole.
  if (!mayBeCut && isWebAddress(address) && (description ?? Infinity) < (url ?? 0))
    return { row, problem: null };
  return { row: description === null ? row : join(description), problem: longRow };
}

/** Whether a cell behind an address is certainly its rest, because the parameters are in it. */
function isRestOf(address: string, cell: string): boolean {
  return !address.includes('?') && /^[^\s?]*\?[^\s=]*=\S*$/u.test(cell) && !isWebAddress(cell);
}

/** Whether a description may begin in a later cell. A comma of a sentence has a blank behind it, or words before it. */
function mayBelongToAddress(cell: string, next: string): boolean {
  return !/\s/u.test(cell.trim()) && (!/^\s/u.test(next) || /[?=&/%#]/u.test(cell));
}

function unguard(cell: string, maker: TableMaker): string {
  if (isOurs(maker)) return unguardCell(cell);
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
  next: () => string | undefined,
): string | null {
  if (fallback === null) return null;
  const words = typeof fallback === 'number' ? read(fallback) : fallback === 'next' ? (next() ?? '') : '';
  return isFilled(words) ? words : (hostOf.exec(url.trim())?.[1] ?? '');
}
