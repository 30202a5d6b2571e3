import { type Kysely, sql } from 'kysely';

import { ProblemError } from '#core/errors/problem-messages.ts';
import { linkFieldNames } from '#core/links/link.ts';
import { noQuotas, type Quotas } from '#server/config/config.ts';
import type { Tables } from '#server/db/database.ts';
import { dayOf, endOfDay, counted, inWords, secondsUntil } from '#server/lib/visitors-and-days.ts';
import { createVisitorHashes } from '#server/db/visitor-hashes.ts';

/** Who saves something, when, in which workspace, and with which limits. */
export type Saving = {
  readonly workspace: string;
  /** Null when addresses are not counted. */
  readonly visitorHash: string | null;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly quotas: Quotas;
};

export type StoreOptions = {
  /** By default no limits. */
  readonly quotas?: Quotas;
  /** Returns milliseconds since 1970. */
  readonly now?: () => number;
};

/** Returns a function that makes a `Saving` with the present time. It hashes the address if addresses are counted. */
export function createSavings(query: Kysely<Tables>, { quotas = noQuotas, now = Date.now }: StoreOptions) {
  const hashVisitor = createVisitorHashes(query);
  const isCounted = quotas.bytesPerDay !== null || quotas.workspacesPerDay !== null;
  return async (workspace: string, address?: string | null): Promise<Saving> => {
    const at = now();
    const visitorHash = isCounted && address ? await hashVisitor(address, dayOf(at)) : null;
    return { workspace, visitorHash, now: at, quotas };
  };
}

const deleteSome = 'Please delete links you no longer need, and try again.';

/** `before` is the number of links before the save. */
function refuseLinks(limit: number, before: number): ProblemError {
  const room = Math.max(0, limit - before);
  const held = counted(limit, 'link');
  return new ProblemError('workspace-full', {
    detail:
      room === 0
        ? `Your list is full. It can hold ${held}. ${deleteSome}`
        : `Your list can hold ${held} and has room for ${counted(room, 'more link')}. ${deleteSome}`,
  });
}

function refuseBytes(limit: number): ProblemError {
  return new ProblemError('workspace-full', {
    detail: `Your list is full. Its links can take up to ${inBytes(limit)} in all. ${deleteSome}`,
  });
}

function refuseSavedBytes(limit: number, at: number): ProblemError {
  return new ProblemError('visitor-saving-limit', {
    detail: `This site saves up to ${inBytes(limit)} a day for each internet address. You can save again ${newDay(at)}.`,
    retryAfterSeconds: secondsUntil(endOfDay(at), at),
  });
}

function refuseWorkspaces(limit: number, at: number): ProblemError {
  return new ProblemError('visitor-workspaces-limit', {
    detail: `This site allows ${counted(limit, 'new link list')} a day for each internet address. You can start one ${newDay(at)}, or open your list with its recovery code.`,
    retryAfterSeconds: secondsUntil(endOfDay(at), at),
  });
}

function newDay(at: number): string {
  return `at 00:00 UTC, in ${inWords(endOfDay(at) - at)}`;
}

const units = [
  ['GB', 1_000_000_000],
  ['MB', 1_000_000],
  ['KB', 1000],
] as const;

function inBytes(bytes: number): string {
  for (const [unit, size] of units)
    if (bytes >= size) return `${(Math.floor((bytes / size) * 10) / 10).toLocaleString('en')} ${unit}`;
  return counted(bytes, 'byte');
}

/** Estimates the bytes of a row with texts, keys and indexes, for both databases. SQLite's files stay below this. */
export const linkBytes = sql<number>`(${sql.join(
  linkFieldNames.map((column) => sql`octet_length(${sql.ref(column)})`),
  sql` + `,
)} + 500)`;

/** The bytes that the record of a deleted link takes. */
export const deletedLinkBytes = 300;

/**
 * How much a workspace of a backup or of another database adds to its revision. Pages may know later revisions than the
 * backup has. With this they are out of date, and read the whole list.
 */
export const revisionLead = 1_000_000_000;

/** How long the record of a deleted link is kept, in milliseconds. */
const recordLifetime = 30 * 24 * 60 * 60 * 1000;

/** What a transaction adds to a workspace. Negative numbers are subtracted. */
export type Change = { readonly links: number; readonly bytes: number };

type Saved = Change & {
  /** The number of bytes written, including those that replaced others. */
  readonly written: number;
  /** The id of the one new link, when its client chose it. */
  readonly id?: string | undefined;
};

/**
 * Returns the row of `saved_amounts` that counts the bytes of this workspace. Together the rows without a day count the
 * whole store. With a single row, every save would have to wait for every other one.
 */
function storeRowOf(workspace: string): string {
  return `store ${workspace.charAt(0)}`;
}

/**
 * Counts what the transaction saved. Throws 'workspace-deleted' when there is no such workspace, 'link-deleted' when a
 * link with this id was deleted, even during the insertion, and 'workspace-full', 'visitor-saving-limit' or
 * 'store-full' when a limit is exceeded. The transaction must then be rolled back.
 * Must be the last step of a transaction: until its end, saves in this workspace and a few others wait.
 * The sum of the store may lack what other transactions save at the same moment.
 */
export async function countSaved(
  query: Kysely<Tables>,
  saved: Saved,
  { workspace, visitorHash, now, quotas }: Saving,
): Promise<void> {
  const { links, bytes, written } = saved;
  const day = dayOf(now);
  const update = addToWorkspace(query, workspace, saved)
    .set({ used_day: day })
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

/** Returns the time before which records of deleted links are ignored. Both are milliseconds since 1970. */
export function deletedSince(now: number): number {
  return now - recordLifetime;
}

/** Selects when the link was deleted; null when there is no record of it. */
function deletionOf(workspace: string, id: string, now: number) {
  return sql<number | null>`(
    select deleted_at from deleted_links
    where workspace_id = ${workspace} and id = ${id} and deleted_at > ${deletedSince(now)})`.as('deletion');
}

/**
 * Returns the revision of what the transaction changes, for the changed rows. Must be its first step: transactions of
 * one workspace then get their revisions in the order in which they end, and nobody reads a revision before an earlier
 * one. Returns 0 for a missing workspace.
 */
export async function nextRevision(query: Kysely<Tables>, workspace: string): Promise<number> {
  const next = await query
    .updateTable('workspaces')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', workspace)
    .returning('revision')
    .executeTakeFirst();
  return next?.revision ?? 0;
}

export async function countDeleted(query: Kysely<Tables>, workspace: string, change: Change): Promise<void> {
  const { links, bytes } = change;
  if (links === 0 && bytes === 0) return;
  await addToWorkspace(query, workspace, change).execute();
  await addAmounts(query, [{ id: storeRowOf(workspace), day: null, workspaces: 0, bytes }]);
}

/** Counts what an import of the operator added to several workspaces, without limits. Must be its last step. */
export async function countImported(
  query: Kysely<Tables>,
  changes: ReadonlyMap<string, Change>,
): Promise<void> {
  const sums = new Map<string, number>();
  for (const [workspace, change] of changes) {
    await addToWorkspace(query, workspace, change).execute();
    const row = storeRowOf(workspace);
    sums.set(row, (sums.get(row) ?? 0) + change.bytes);
  }
  const amounts = [...sums].map(([id, bytes]) => ({ id, day: null, workspaces: 0, bytes }));
  await addAmounts(
    query,
    amounts.toSorted((a, b) => Number(a.id > b.id) - Number(a.id < b.id)),
  );
}

function addToWorkspace(query: Kysely<Tables>, workspace: string, { links, bytes }: Change) {
  return query
    .updateTable('workspaces')
    .set((eb) => ({ links: eb('links', '+', links), bytes: eb('bytes', '+', bytes) }))
    .where('id', '=', workspace);
}

/** Counts a new workspace of the transaction, or takes it back (-1). Throws 'visitor-workspaces-limit' when it exceeds the limit. */
export async function countWorkspace(
  query: Kysely<Tables>,
  { visitorHash, now, quotas: { workspacesPerDay } }: Saving,
  workspaces: 1 | -1 = 1,
): Promise<void> {
  if (visitorHash === null) return;
  const [sum] = await addAmounts(query, [{ id: visitorHash, day: dayOf(now), workspaces, bytes: 0 }]);
  if (workspaces > 0 && exceeds(sum?.workspaces ?? 0, workspacesPerDay))
    throw refuseWorkspaces(workspacesPerDay, now);
}

/** The given order avoids deadlocks. `elsewhere` in the result: the bytes in the other rows that count the store. */
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
      // Reads only the rows of the store, which have ids such as 'store x'. Visitors have many other rows.
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
