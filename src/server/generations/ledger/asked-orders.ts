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

type IsOwn = (id: string) => boolean;

/**
 * Returns the methods of the ledger by which servers ask each other to end orders. `isOwn` says whether an order runs on
 * this server.
 */
export function createAsking(
  query: Kysely<Tables>,
  now: () => Promise<number>,
  isOwn: IsOwn,
): Pick<Ledger, 'ask' | 'findPlace' | 'askForPlace' | 'keepPlaces' | 'takeAsked'> {
  return {
    ask: (keyHash, wish) => nameStorageFailure(() => ask(query, keyHash, wish)),
    findPlace: (workspace, except) =>
      nameStorageFailure(async () => findPlace(query, workspace, { at: await now(), isOwn, except })),
    askForPlace: (id) => nameStorageFailure(() => askForPlace(query, id)),
    keepPlaces: (keyHashes) => nameStorageFailure(() => keepPlaces(query, keyHashes)),
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

/** Returns the id of the order to ask for its place. Asks one after the other, because one place is enough. */
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
    // Without a key nothing goes on when its page has left.
    .where('key_hash', 'is not', null)
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  const others = running.filter(({ id }) => !isOwn(id));
  const isAsked = ({ outcome }: (typeof others)[number]) => outcome === marks.end || outcome === marks.place;
  const isRead = ({ outcome }: (typeof others)[number]) => outcome === marks.read;
  const next = others.find(isAsked) ?? others.find((each) => !except.has(each.id) && !isRead(each));
  return next?.id ?? null;
}

async function askForPlace(query: Kysely<Tables>, id: string): Promise<void> {
  await query
    .updateTable('ledger_orders')
    .set({ outcome: marks.place })
    .where('id', '=', id)
    .where('lease_until', 'is not', null)
    .where(isFree)
    .execute();
}

/** Takes the wishes for the places of these orders away. */
async function keepPlaces(query: Kysely<Tables>, keyHashes: readonly string[]): Promise<void> {
  if (keyHashes.length === 0) return;
  await query
    .updateTable('ledger_orders')
    .set({ outcome: null })
    .where('key_hash', 'in', keyHashes)
    .where('lease_until', 'is not', null)
    .where('outcome', '=', marks.place)
    .execute();
}

/**
 * Returns what other servers ask of the running orders with these keys. A look and a reader are returned once. Only 'end'
 * is also for a server that waits for the key.
 */
async function takeAsked(
  query: Kysely<Tables>,
  keyHashes: readonly string[],
  isOwn: IsOwn,
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
    if (wish === 'look' || wish === 'read')
      await query
        .updateTable('ledger_orders')
        .set({ outcome: null })
        .where('id', '=', id)
        .where('outcome', '=', marks[wish])
        .execute();
  return asked.map(({ keyHash, wish }) => ({ keyHash, wish }));
}
