import type { ExpressionBuilder, Kysely } from 'kysely';

import { nameStorageFailure, type Tables } from '#server/db/database.ts';

import type { AskedOrder, Ledger, Wish } from './ledger.ts';

// A running order has no outcome yet. Until its settlement, the column holds what another server asks of the order.
const marks = {
  end: 'asked-to-end',
  place: 'asked-for-place',
  look: 'looked-at',
  read: 'read-elsewhere',
} as const;
const kindsOfWishes = ['end', 'place', 'look', 'read'] as const;

/**
 * Returns the methods of the ledger by which servers ask each other to end orders. `isOwn` says whether an order runs on
 * this server.
 */
export function createAsking(
  query: Kysely<Tables>,
  now: () => Promise<number>,
  isOwn: (id: string) => boolean,
): Pick<Ledger, 'ask' | 'askForPlace' | 'takeAsked'> {
  return {
    ask: (keyHash, wish) => nameStorageFailure(() => ask(query, keyHash, wish)),
    askForPlace: (workspace) =>
      nameStorageFailure(async () => askForPlace(query, workspace, { at: await now(), isOwn })),
    takeAsked: (keyHashes) => nameStorageFailure(() => takeAsked(query, keyHashes, isOwn)),
  };
}

/** Asks the server of the running order with this key. A wish to end replaces every other one. */
async function ask(query: Kysely<Tables>, keyHash: string, wish: Wish): Promise<void> {
  const running = await query
    .selectFrom('ledger_orders')
    .select('outcome')
    .where('key_hash', '=', keyHash)
    .where('lease_until', 'is not', null)
    .executeTakeFirst();
  // Reading first keeps requests with unknown keys from writing anything.
  if (running === undefined || running.outcome === marks[wish]) return;
  await query
    .updateTable('ledger_orders')
    .set({ outcome: marks[wish] })
    .where('key_hash', '=', keyHash)
    .where('lease_until', 'is not', null)
    .$if(wish !== 'end', (update) => update.where(isFree))
    .execute();
}

/** Whether nothing is asked of the order yet that another wish must not replace. */
function isFree(eb: ExpressionBuilder<Tables, 'ledger_orders'>) {
  return eb.or([eb('outcome', 'is', null), eb('outcome', '=', marks.look)]);
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
    .where(isFree)
    .execute();
  return true;
}

/**
 * Returns what other servers ask of the running orders with these keys. Each wish except 'end' is returned once, to the
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
    .where('outcome', 'is not', null)
    .execute();
  const asked = rows.flatMap(({ id, key_hash: keyHash, outcome }) => {
    const wish = kindsOfWishes.find((kind) => marks[kind] === outcome);
    return wish !== undefined && (wish === 'end' || isOwn(id)) ? { id, keyHash: keyHash ?? '', wish } : [];
  });
  for (const { id, wish } of asked)
    if (wish !== 'end')
      await query
        .updateTable('ledger_orders')
        .set({ outcome: null })
        .where('id', '=', id)
        .where('outcome', '=', marks[wish])
        .execute();
  return asked.map(({ keyHash, wish }) => ({ keyHash, wish }));
}
