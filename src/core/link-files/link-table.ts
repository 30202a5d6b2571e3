import { isWebAddress } from '#core/links/web-address.ts';
import { unguardCell, unguardFormula } from './csv.ts';
import type { FoundLink } from './import-plan.ts';

export type TableSource = 'own' | 'pretty-links' | 'thirsty-affiliates' | 'dub' | 'other';

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
  readonly source: TableSource;
  /** The names of the columns, or `Column 1` and so on without a header. */
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  /** The column with the ends of short links, or null. */
  readonly slug: number | null;
  readonly choices: TableChoices;
};

const ownColumns = ['id', 'url', 'description', 'createdat', 'updatedat'];
/** The header of our file of refused rows. */
const refusedColumns = 'row,url,description,reason';
const urlNames =
  /^(?:(?:affiliate|target|destination|long|original|full|link|web|product|final)?[ _-]?(?:url|uri|link|address)|href|destination|target|website|web ?site|link url)$/;
const descriptionNames =
  /^(?:(?:link|product|anchor|meta)?[ _-]?(?:description|title|name|label|text)|anchor|keywords?|product|notes?|comments?|about|what's this link about)$/;
const rowsLookedAt = 50;

/** Recognizes a table by its header, or else by the content of its columns. */
export function recogniseTable(rows: readonly (readonly string[])[]): LinkTable {
  const header = (rows[0] ?? []).map((name) => name.trim());
  const names = header.map((name) => name.toLowerCase());
  const at = (...wanted: string[]) => {
    const index = names.findIndex((name) => wanted.includes(name));
    return index === -1 ? null : index;
  };
  const source = sourceOf(names);
  const known = (
    slug: number | null,
    url: number | null,
    description: number | null,
    fallback: TableChoices['fallback'],
  ): LinkTable => ({
    source,
    hasHeader: true,
    columns: header,
    slug,
    choices: { url, urlStart: '', description, fallback },
  });
  switch (source) {
    case 'own':
      return known(null, at('url'), at('description'), null);
    case 'pretty-links': {
      const name = at('name');
      const description = at('description');
      const fallback = description === null ? 'host' : (name ?? 'host');
      return known(at('slug'), at('url'), description ?? name, fallback);
    }
    case 'thirsty-affiliates':
      return known(at('slug'), at('destination url'), at('name', 'link name'), 'host');
    case 'dub':
      return known(null, at('destination url', 'url'), at('title', 'description', 'comments'), 'host');
    case 'other':
      return recogniseOther(rows, header, names);
  }
}

function sourceOf(names: readonly string[]): TableSource {
  const has = (...wanted: string[]) => wanted.every((name) => names.includes(name));
  if (has(...ownColumns) || names.join() === refusedColumns) return 'own';
  if (has('url', 'slug', 'redirect_type')) return 'pretty-links';
  if (has('destination url', 'slug') && (has('name') || has('link name'))) return 'thirsty-affiliates';
  if (has('short link', 'destination url') || has('link', 'url', 'clicks')) return 'dub';
  return 'other';
}

function recogniseOther(
  rows: readonly (readonly string[])[],
  header: readonly string[],
  names: readonly string[],
): LinkTable {
  const hasHeader = !header.some(isWebAddress);
  const body = rows.slice(hasHeader ? 1 : 0, rowsLookedAt);
  const width = Math.max(0, ...body.map((row) => row.length), header.length);
  const columns = Array.from({ length: width }, (_, index) =>
    hasHeader && header[index] ? header[index] : `Column ${index + 1}`,
  );
  const share = columns.map(
    (_, index) => body.filter((row) => isWebAddress((row[index] ?? '').trim())).length / (body.length || 1),
  );
  const best = share.indexOf(Math.max(...share));
  const named = hasHeader ? names.findIndex((name) => urlNames.test(name)) : -1;
  // The content of a column says more than its name.
  const url = (share[best] ?? 0) >= 0.5 && (share[named] ?? 0) < 0.5 ? best : named;
  const described = columns.findIndex(
    (_, index) => index !== url && hasHeader && descriptionNames.test(names[index] ?? ''),
  );
  const other = columns.findIndex((_, index) => index !== url && (share[index] ?? 0) === 0);
  const description = described === -1 ? other : described;
  return {
    source: 'other',
    hasHeader,
    columns,
    slug: null,
    choices: {
      url: url === -1 ? null : url,
      urlStart: '',
      description: description === -1 ? null : description,
      fallback: 'host',
    },
  };
}

const hostOf = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/iu;

/** Returns a function that reads the link of a row. Only the guard of formulas is removed from cells. */
export function createTableReader(found: LinkTable, choices: TableChoices) {
  const cellOf = cellReader(found.source);
  const at = (name: string) => found.columns.findIndex((column) => column.toLowerCase() === name);
  const own =
    found.source === 'own' ? { id: at('id'), createdAt: at('createdat'), updatedAt: at('updatedat') } : null;
  const firstRow = found.hasHeader ? 1 : 0;

  /** `index` counts all rows of the table from 0. Returns null for the header and for empty rows. */
  return (row: readonly string[], index: number): FoundLink | null => {
    if (index < firstRow || row.every((cell) => cell.trim() === '')) return null;
    const cell = (column: number | null) => (column === null ? '' : cellOf(row[column] ?? ''));
    const url = urlOf(cell(choices.url), choices.urlStart);
    const description = descriptionOf(cell(choices.description), url, choices.fallback, cell);
    const fields = { row: index + 1, url, description };
    if (own === null) return fields;
    const { id, createdAt, updatedAt } = own;
    return { ...fields, id: cell(id), createdAt: cell(createdAt), updatedAt: cell(updatedAt) };
  };
}

function cellReader(source: TableSource): (cell: string) => string {
  if (source === 'own') return unguardCell;
  return source === 'pretty-links' ? unguardFormula : (cell) => cell;
}

/** A short link is the address of the site and the cell, with one slash between them. */
function urlOf(cell: string, start: string): string {
  if (start === '' || cell.trim() === '') return cell;
  return `${start.trim().replace(/\/+$/, '')}/${cell.trim().replace(/^\/+/, '')}`;
}

function descriptionOf(
  description: string,
  url: string,
  fallback: TableChoices['fallback'],
  cell: (column: number) => string,
): string {
  if (description.trim() !== '' || fallback === null) return description;
  const other = fallback === 'host' ? '' : cell(fallback);
  return other.trim() === '' ? (hostOf.exec(url.trim())?.[1] ?? '') : other;
}
