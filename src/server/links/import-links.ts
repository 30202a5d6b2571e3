import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';

import type { linkImportSchema, LinkImportResult } from '#contract/links.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { isStorable, readFields } from '#core/links/check-link-fields.ts';
import type { LinkRow, Tables } from '#server/db/database.ts';
import {
  countSaved,
  deletedLinkBytes,
  linkBytes,
  nextRevision,
  type Saving,
} from '#server/workspaces/quotas.ts';

export type ImportedLink = z.input<typeof linkImportSchema>['links'][number];
type ImportResult = LinkImportResult['results'][number];

export function insertMissing(query: Kysely<Tables>, rows: readonly LinkRow[]) {
  return query
    .insertInto('links')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doNothing());
}

/** The number is small, because the largest rows take much memory. */
const rowsAtOnce = 250;

/** Saves the links in one transaction. Returns a result for each link, in the given order. */
export function importLinks(
  query: Kysely<Tables>,
  links: readonly ImportedLink[],
  saving: Saving,
): Promise<ImportResult[]> {
  const { workspace, now } = saving;
  return query.transaction().execute(async (transaction) => {
    const revision = await nextRevision(transaction, workspace);
    const sum = { links: 0, bytes: 0, written: 0 };
    const results = new Map<number, ImportResult>();
    // The rows are in the order of their ids. Otherwise two imports of the same links could wait for each other for
    // ever.
    const inOrder = [...links.entries()].sort(([, a], [, b]) => Number(a.id > b.id) - Number(a.id < b.id));
    for (let start = 0; start < inOrder.length; start += rowsAtOnce) {
      const batch = inOrder
        .slice(start, start + rowsAtOnce)
        .map(([index, link]) => ({ index, row: readRow(link, { workspace, now, revision }) }));
      const rows = batch.flatMap(({ row }) => ('status' in row ? [] : row));
      const { created, written, revived } = await insertRows(transaction, workspace, rows);
      sum.links += created.size;
      sum.written += written;
      sum.bytes += written - revived * deletedLinkBytes;
      for (const { index, row } of batch) {
        if ('status' in row) results.set(index, row);
        // An id that comes twice in one import is created once.
        else results.set(index, { id: row.id, status: created.delete(row.id) ? 'created' : 'kept' });
      }
    }
    if (sum.links > 0) await countSaved(transaction, sum, saving);
    return links.flatMap((_, index) => results.get(index) ?? []);
  });
}

/** Returns the new ids, the written bytes, and how many of the new links had been deleted before. */
async function insertRows(query: Kysely<Tables>, workspace: string, rows: readonly LinkRow[]) {
  if (rows.length === 0) return { created: new Set<string>(), written: 0, revived: 0 };
  const inserted = await insertMissing(query, rows)
    .returning(['id', linkBytes.as('bytes')])
    .execute();
  const created = new Set(inserted.map(({ id }) => id));
  const written = inserted.reduce((sum, { bytes }) => sum + bytes, 0);
  if (created.size === 0) return { created, written, revived: 0 };
  const { numDeletedRows } = await query
    .deleteFrom('deleted_links')
    .where('workspace_id', '=', workspace)
    .where('id', 'in', [...created])
    .executeTakeFirstOrThrow();
  return { created, written, revived: Number(numDeletedRows) };
}

function readRow(
  link: ImportedLink,
  { workspace, now, revision }: Pick<Saving, 'workspace' | 'now'> & { readonly revision: number },
): LinkRow | Extract<ImportResult, { status: 'refused' }> {
  const { id } = link;
  try {
    if (!isStorable(id)) throw new ProblemError('request-invalid');
    const fields = readFields(link);
    const createdAt = readTime(link.createdAt, now, now);
    return {
      workspace_id: workspace,
      id,
      ...fields,
      created_at: createdAt,
      updated_at: Math.max(createdAt, readTime(link.updatedAt, createdAt, now)),
      revision,
    };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { id, status: 'refused', code: error.code, detail: error.message };
  }
}

/** Returns milliseconds since 1970, at most `now`. Without a valid time returns `missing`. */
function readTime(time: string | undefined, missing: number, now: number): number {
  const milliseconds = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(milliseconds) ? missing : Math.min(milliseconds, now);
}
