import type { ExpressionBuilder, Kysely } from 'kysely';

import { nameStorageFailure, type Tables } from '#server/db/database.ts';

// A running order has no outcome yet. Until its settlement, the column holds what another server asks of the order.
const marks = {
  /** The visitor has stopped it. */
  end: 'asked-to-end',
  /** A new order needs the place of this one, if nobody waits for this one. */
  place: 'asked-for-place',
  /** Somebody asked what has become of it. */
  look: 'looked-at',
  /** Somebody waits for its result on another server. */
  read: 'read-elsewhere',
} as const;
const askedKinds = ['end', 'place', 'look', 'read'] as const;

export type Asked = (typeof askedKinds)[number];

type IsOwn = (id: string) => boolean;

/**
 * Returns the methods of the ledger by which servers ask each other to end orders. `isOwn` says whether an order runs
 * on this server.
 */
export function createAsking(query: Kysely<Tables>, now: () => Promise<number>, isOwn: IsOwn) {
  const changeRunning = query.updateTable('ledger_orders').where('lease_until', 'is not', null);
  return {
    /** Tells the server of the running order with this key to end it, or that it is still wanted. */
    ask: (keyHash: string, asked: Exclude<Asked, 'place'>) =>
      nameStorageFailure(async () => {
        const orders = query.selectFrom('ledger_orders').select('outcome').where('key_hash', '=', keyHash);
        const running = await orders.where('lease_until', 'is not', null).executeTakeFirst();
        // The read comes first, so that requests with unknown keys write nothing.
        if (running === undefined || running.outcome === marks[asked]) return;
        const change = changeRunning.set({ outcome: marks[asked] }).where('key_hash', '=', keyHash);
        await (asked === 'end' ? change : change.where(isFree)).execute();
      }),
    /**
     * Returns the id of the order of the workspace on another server that may give up its place: one that was asked
     * already, or else the oldest one that is not in `except`. Null: there is none.
     */
    findPlace: (workspace: string, except: ReadonlySet<string>) =>
      nameStorageFailure(async () => findPlace(query, workspace, { at: await now(), isOwn, except })),
    /**
     * Asks the server of the order for its place. That server ends the order, or calls `keepPlaces` if somebody waits
     * for it.
     */
    askForPlace: (id: string) =>
      nameStorageFailure(async () => {
        await changeRunning.set({ outcome: marks.place }).where('id', '=', id).where(isFree).execute();
      }),
    keepPlaces: (keyHashes: readonly string[]) =>
      nameStorageFailure(async () => {
        if (keyHashes.length === 0) return;
        const kept = changeRunning.set({ outcome: null }).where('key_hash', 'in', keyHashes);
        await kept.where('outcome', '=', marks.place).execute();
      }),
    /**
     * Returns what other servers ask of the running orders with these keys. Each 'look' and 'read' is returned once. A
     * server that waits for the key gets only 'end'.
     */
    takeAsked: (keyHashes: readonly string[]) => nameStorageFailure(() => takeAsked(query, keyHashes, isOwn)),
  };
}

/** Whether something else may be asked: nothing is asked of the order, or only something that may be replaced. */
function isFree(eb: ExpressionBuilder<Tables, 'ledger_orders'>) {
  return eb.or([eb('outcome', 'is', null), eb('outcome', '=', marks.look)]);
}

/** Orders are asked one after the other, because one place is enough. */
async function findPlace(
  query: Kysely<Tables>,
  workspace: string,
  { at, isOwn, except }: { readonly at: number; readonly isOwn: IsOwn; readonly except: ReadonlySet<string> },
): Promise<string | null> {
  const running = await query
    .selectFrom('ledger_orders')
    .select(['id', 'outcome'])
    .where('workspace_id', '=', workspace)
    .where('lease_until', '>', at)
    // An order without a key ends when its page has left.
    .where('key_hash', 'is not', null)
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  const others = running.filter(({ id }) => !isOwn(id));
  const asked = others.find(({ outcome }) => outcome === marks.end || outcome === marks.place);
  const next = asked ?? others.find(({ id, outcome }) => !except.has(id) && outcome !== marks.read);
  return next?.id ?? null;
}

async function takeAsked(query: Kysely<Tables>, keyHashes: readonly string[], isOwn: IsOwn) {
  if (keyHashes.length === 0) return [];
  const rows = await query
    .selectFrom('ledger_orders')
    .select(['id', 'key_hash', 'outcome'])
    .where('key_hash', 'in', keyHashes)
    .where('lease_until', 'is not', null)
    .where('outcome', 'is not', null)
    .execute();
  const found = rows.flatMap(({ id, key_hash: keyHash, outcome }) => {
    const asked = askedKinds.find((kind) => marks[kind] === outcome);
    return asked !== undefined && (asked === 'end' || isOwn(id)) ? { id, keyHash: keyHash ?? '', asked } : [];
  });
  for (const { id, asked } of found)
    if (asked === 'look' || asked === 'read')
      await query
        .updateTable('ledger_orders')
        .set({ outcome: null })
        .where('id', '=', id)
        .where('outcome', '=', marks[asked])
        .execute();
  return found.map(({ keyHash, asked }) => ({ keyHash, asked }));
}
