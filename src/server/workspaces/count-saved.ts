import { sql } from 'kysely';
import type { Kysely } from 'kysely';

import { ProblemError } from '#core/errors/problem.ts';
import type { Tables } from '#server/db/database.ts';
import { dayOf } from '#server/generations/ledger/clock.ts';

import { refuseBytes, refuseLinks, refuseSavedBytes, refuseWorkspaces } from './quotas.ts';
import type { Saving } from './quotas.ts';

/**
 * What a row of `links` takes in the database: its texts, and its keys in the table and the indexes. An estimate that
 * both databases make alike; SQLite's files stay below it.
 */
export const linkBytes = sql<number>`(octet_length(url) + octet_length(description) + octet_length(search_text) + 500)`;

/** What the memory of a deleted link takes. */
export const deletedLinkBytes = 300;

/** Milliseconds for which the deletion of a link is remembered. */
const remembered = 30 * 24 * 60 * 60 * 1000;

/** What a transaction adds to a workspace. What it takes away is negative. */
type Change = { readonly links: number; readonly bytes: number };

type Saved = Change & {
  /** Counts what was put in place of something else, too. */
  readonly written: number;
  /** Of the one new link, as its client chose it. */
  readonly id?: string | undefined;
};

/**
 * The row of `saved_amounts` that counts the bytes of this workspace. All rows without a day together count those of the
 * whole store: with a single row, every save would have to wait for the end of every other one.
 */
function storeRowOf(workspace: string): string {
  return `store ${workspace.charAt(0)}`;
}

/**
 * Counts what the transaction has saved. Throws 'workspace-deleted' where there is no such workspace, 'link-deleted' where
 * a link of this id was deleted, even while it was inserted, and 'workspace-full', 'visitor-saving-limit' or 'store-full'
 * where it is too much: nothing of it may be kept then.
 * The last step of a transaction: others can save in the same workspace, and in a few others, only after its end.
 * What others save in the whole store at the same moment may not be counted yet.
 */
export async function countSaved(
  query: Kysely<Tables>,
  saved: Saved,
  { workspace, visitorHash, now, quotas }: Saving,
): Promise<void> {
  const { links, bytes, written } = saved;
  const day = dayOf(now);
  const update = query
    .updateTable('workspaces')
    .set((eb) => ({ links: eb('links', '+', links), bytes: eb('bytes', '+', bytes), used_day: day }))
    .where('id', '=', workspace)
    .where('is_ended', '=', 0)
    .returning(['links', 'bytes']);
  const held = await (
    saved.id === undefined ? update : update.returning(deletionOf(workspace, saved.id, now))
  ).executeTakeFirst();
  if (held === undefined) throw new ProblemError('workspace-deleted');
  if ('deletion' in held && held.deletion !== null) throw new ProblemError('link-deleted');
  if (links > 0 && exceeds(held.links, quotas.linksPerWorkspace))
    throw refuseLinks(quotas.linksPerWorkspace, held.links - links);
  if (bytes > 0 && exceeds(held.bytes, quotas.bytesPerWorkspace)) throw refuseBytes(quotas.bytesPerWorkspace);
  const storeRow = storeRowOf(workspace);
  const sums = await addAmounts(query, [
    ...(visitorHash === null ? [] : [{ id: visitorHash, day, workspaces: 0, bytes: written }]),
    ...(bytes === 0 ? [] : [{ id: storeRow, day: null, workspaces: 0, bytes }]),
  ]);
  const ofVisitor = sums.find(({ id }) => id === visitorHash)?.bytes ?? 0;
  if (exceeds(ofVisitor, quotas.bytesPerDay)) throw refuseSavedBytes(quotas.bytesPerDay, now);
  const row = sums.find(({ id }) => id === storeRow);
  const ofStore = row === undefined ? 0 : row.bytes + row.elsewhere;
  if (bytes > 0 && exceeds(ofStore, quotas.storeBytes)) throw new ProblemError('store-full');
}

/** Deletions before this time are forgotten. Both are milliseconds since 1970. */
export function deletedSince(now: number): number {
  return now - remembered;
}

/** When the link was deleted; null: it was not, as far as that is remembered. */
function deletionOf(workspace: string, id: string, now: number) {
  return sql<number | null>`(
    select deleted_at from deleted_links
    where workspace_id = ${workspace} and id = ${id} and deleted_at > ${deletedSince(now)})`.as('deletion');
}

/** Counts what the transaction has deleted: never refused. */
export async function countDeleted(
  query: Kysely<Tables>,
  workspace: string,
  { links, bytes }: Change,
): Promise<void> {
  if (links === 0 && bytes === 0) return;
  await query
    .updateTable('workspaces')
    .set((eb) => ({ links: eb('links', '+', links), bytes: eb('bytes', '+', bytes) }))
    .where('id', '=', workspace)
    .execute();
  await addAmounts(query, [{ id: storeRowOf(workspace), day: null, workspaces: 0, bytes }]);
}

/** Counts a workspace that the transaction has made. Throws 'visitor-workspaces-limit' where it is one too many. */
export async function countWorkspace(
  query: Kysely<Tables>,
  { visitorHash, now, quotas: { workspacesPerDay } }: Saving,
): Promise<void> {
  if (visitorHash === null) return;
  const [sum] = await addAmounts(query, [{ id: visitorHash, day: dayOf(now), workspaces: 1, bytes: 0 }]);
  if (exceeds(sum?.workspaces ?? 0, workspacesPerDay)) throw refuseWorkspaces(workspacesPerDay, now);
}

/**
 * In the order given, so that of two transactions neither waits for the other for ever. Gives the sums, and `elsewhere`
 * the bytes in the other rows that count the store.
 */
async function addAmounts(query: Kysely<Tables>, amounts: readonly Tables['saved_amounts'][]) {
  if (amounts.length === 0) return [];
  return query
    .insertInto('saved_amounts')
    .values(amounts)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        workspaces: eb('saved_amounts.workspaces', '+', eb.ref('excluded.workspaces')),
        bytes: eb('saved_amounts.bytes', '+', eb.ref('excluded.bytes')),
      })),
    )
    .returning(['id', 'workspaces', 'bytes'])
    .returning(
      // By the range of their names, in which no hash of a visitor falls: there are as many of those as visitors in a day.
      sql<number>`case when saved_amounts.day is null then (
        select cast(coalesce(sum(bytes), 0) as bigint) from saved_amounts as others
        where others.id >= 'store' and others.id < 'store!' and others.id <> saved_amounts.id) else 0 end`.as(
        'elsewhere',
      ),
    )
    .execute();
}

function exceeds(sum: number, limit: number | null): limit is number {
  return limit !== null && sum > limit;
}
