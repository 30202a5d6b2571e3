import type { ExpressionBuilder, Kysely } from 'kysely';

import { named, type Tables } from '#server/db/database.ts';

/** What another server asks of a running order. Until its settlement, the column of its outcome holds this. */
const askedKinds = [
  /** The visitor has stopped it. */
  'asked-to-end',
  /** A new order needs the place of this one, if nobody waits for this one. */
  'asked-for-place',
  /** Somebody asked what has become of it. */
  'looked-at',
  /** Somebody waits for its result on another server. */
  'read-elsewhere',
] as const;

type IsOwn = (id: string) => boolean;

/** The methods by which servers ask each other to end orders. `isOwn` says whether an order runs on this server. */
export function createAsking(query: Kysely<Tables>, now: () => Promise<number>, isOwn: IsOwn) {
  const changeRunning = query.updateTable('ledger_orders').where('lease_until', 'is not', null);
  return {
    /** Tells the server of the running order with this key to end it, or that it is still wanted. */
    ask: named(async (keyHash: string, asked: Exclude<(typeof askedKinds)[number], 'asked-for-place'>) => {
      const orders = query.selectFrom('ledger_orders').select('outcome').where('key_hash', '=', keyHash);
      const running = await orders.where('lease_until', 'is not', null).executeTakeFirst();
      // The read comes first, so that requests with unknown keys write nothing.
      if (running === undefined || running.outcome === asked) return;
      const change = changeRunning.set({ outcome: asked }).where('key_hash', '=', keyHash);
      await (asked === 'asked-to-end' ? change : change.where(isFree)).execute();
    }),
    /**
     * Returns the id of the order of the workspace on another server that may give up its place: one that was asked
     * already, because one place is enough, or else the oldest one that is not in `except`. Null: there is none.
     */
    findPlace: named(async (workspace: string, except: ReadonlySet<string>) => {
      const running = await query
        .selectFrom('ledger_orders')
        .select(['id', 'outcome'])
        .where('workspace_id', '=', workspace)
        .where('lease_until', '>', await now())
        // An order without a key ends when its page has left.
        .where('key_hash', 'is not', null)
        .orderBy('started_at')
        .orderBy('id')
        .execute();
      const others = running.filter(({ id }) => !isOwn(id));
      const asked = others.find(({ outcome }) => outcome === 'asked-to-end' || outcome === 'asked-for-place');
      const next = asked ?? others.find(({ id, outcome }) => !except.has(id) && outcome !== 'read-elsewhere');
      return next?.id ?? null;
    }),
    /** The server of the order ends it, or calls `keepPlaces` if somebody waits for it. */
    askForPlace: named(async (id: string) => {
      await changeRunning.set({ outcome: 'asked-for-place' }).where('id', '=', id).where(isFree).execute();
    }),
    keepPlaces: named(async (keyHashes: readonly string[]) => {
      if (keyHashes.length === 0) return;
      const kept = changeRunning.set({ outcome: null }).where('key_hash', 'in', keyHashes);
      await kept.where('outcome', '=', 'asked-for-place').execute();
    }),
    /**
     * Returns what other servers ask of the running orders with these keys. Each 'looked-at' and 'read-elsewhere' is
     * returned once. A server that waits for the key gets only 'asked-to-end'.
     */
    takeAsked: named((keyHashes: readonly string[]) => takeAsked(query, keyHashes, isOwn)),
  };
}

/** Whether something else may be asked: nothing is asked of the order, or only something that may be replaced. */
function isFree(eb: ExpressionBuilder<Tables, 'ledger_orders'>) {
  return eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'looked-at')]);
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
    const asked = askedKinds.find((kind) => kind === outcome);
    return asked !== undefined && (asked === 'asked-to-end' || isOwn(id))
      ? { id, keyHash: keyHash ?? '', asked }
      : [];
  });
  for (const { id, asked } of found)
    if (asked === 'looked-at' || asked === 'read-elsewhere')
      await query
        .updateTable('ledger_orders')
        .set({ outcome: null })
        .where('id', '=', id)
        .where('outcome', '=', asked)
        .execute();
  return found.map(({ keyHash, asked }) => ({ keyHash, asked }));
}
