import type { Link } from '#core/links/link.ts';
import { csvLine, guardCell } from '#core/link-files/csv-cell.ts';

const byteOrderMark = '\ufeff';
const columns = ['id', 'url', 'description', 'createdAt', 'updatedAt'] as const;

/** A table that spreadsheets open without running a cell, and that can be imported again without loss. */
export async function* writeLinkTable(batches: AsyncIterable<readonly Link[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns);
  for await (const links of batches)
    yield links.map((link) => csvLine(columns.map((column) => guardCell(link[column])))).join('');
}

/** The contract's `linkFileSchema`, a link a line. */
export async function* writeLinkFile(batches: AsyncIterable<readonly Link[]>): AsyncGenerator<string> {
  yield '{"format":"linkweft-links","version":1,"links":[';
  let separator = '\n';
  for await (const links of batches) {
    yield separator + links.map((link) => JSON.stringify(link)).join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}
