import type { Kysely } from 'kysely';

import { nameStorageFailure, type Tables } from '#server/db/database.ts';

import type { AskedOrder, Ledger } from './ledger.ts';

// A running order has no outcome yet. Until its settlement, the column holds what another server asks of the order.
const marks = { end: 'asked-to-end', place: 'asked-for-place' } as const;

/**
 * Returns the methods of the ledger by which servers ask each other to end orders. `isOwn` says whether an order runs on
 * this server.
 */
export function createAsking(
  query: Kysely<Tables>,
  now: () => Promise<number>,
  isOwn: (id: string) => boolean,
): Pick<Ledger, 'askToEnd' | 'askForPlace' | 'takeAsked'> {
  return {
    askToEnd: (keyHash) => nameStorageFailure(() => askToEnd(query, keyHash)),
    askForPlace: (workspace) =>
      nameStorageFailure(async () => askForPlace(query, workspace, { at: await now(), isOwn })),
    takeAsked: (keyHashes) => nameStorageFailure(() => takeAsked(query, keyHashes, isOwn)),
  };
}

/** Asks the server of the running order with this key to end it. */
async function askToEnd(query: Kysely<Tables>, keyHash: string): Promise<void> {
  const running = query
    .selectFrom('ledger_orders')
    .select('id')
    .where('key_hash', '=', keyHash)
    .where('lease_until', 'is not', null);
  // Reading first keeps requests with unknown keys from writing anything.
  if ((await running.executeTakeFirst()) === undefined) return;
  await query
    .updateTable('ledger_orders')
    .set({ outcome: marks.end })
    .where('key_hash', '=', keyHash)
    .where('lease_until', 'is not', null)
    .execute();
}

/** Asks other servers to end the workspace's orders that nobody waits for. Returns whether any order runs there. */
async function askForPlace(
  query: Kysely<Tables>,
  workspace: string,
  { at, isOwn }: { readonly at: number; readonly isOwn: (id: string) => boolean },
): Promise<boolean> {
  const running = await query
    .selectFrom('ledger_orders')
    .select('id')
    .where('workspace_id', '=', workspace)
    .where('lease_until', '>', at)
    .execute();
  const others = running.map(({ id }) => id).filter((id) => !isOwn(id));
  if (others.length === 0) return false;
  await query
    .updateTable('ledger_orders')
    .set({ outcome: marks.place })
    .where('id', 'in', others)
    .where('lease_until', 'is not', null)
    .where('outcome', 'is', null)
    .execute();
  return true;
}

/**
 * Returns what other servers ask of the running orders with these keys. Each wish for a place is returned once, to the
 * server of the order: a server that only waits for the key must not take it.
 */
async function takeAsked(
  query: Kysely<Tables>,
  keyHashes: readonly string[],
  isOwn: (id: string) => boolean,
): Promise<readonly AskedOrder[]> {
  if (keyHashes.length === 0) return [];
  const rows = await query
    .selectFrom('ledger_orders')
    .select(['id', 'key_hash', 'outcome'])
    .where('key_hash', 'in', keyHashes)
    .where('lease_until', 'is not', null)
    .where('outcome', 'in', [marks.end, marks.place])
    .execute();
  const meant = rows.filter(({ id, outcome }) => outcome === marks.end || isOwn(id));
  const forPlace = meant.flatMap(({ id, outcome }) => (outcome === marks.place ? id : []));
  if (forPlace.length > 0)
    await query
      .updateTable('ledger_orders')
      .set({ outcome: null })
      .where('id', 'in', forPlace)
      .where('outcome', '=', marks.place)
      .execute();
  return meant.map(({ key_hash: keyHash, outcome }) => ({
    keyHash: keyHash ?? '',
    wish: outcome === marks.end ? ('end' as const) : ('place' as const),
  }));
}
