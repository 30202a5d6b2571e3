import { unguardCell, unguardFormula } from './csv-cell.ts';
import type { FoundLink } from './found-link.ts';
import type { LinkTable, TableChoices, TableSource } from './link-table.ts';

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
