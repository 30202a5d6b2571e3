import { setTimeout as sleep } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { Database, Tables } from '#server/db/database.ts';
import { dayLength, dayOf } from '#server/lib/visitors-and-days.ts';

import { changeBudget, judge, type JudgedOrder, type OrderTerms } from './budget.ts';

/** 'interrupted': its server stopped before it settled the order. ARCHITECTURE.md draws all states. */
type OrderState = Tables['orders']['state'];

/** An idempotency key: requests with the same hashes are the same order. */
export type HashedKey = { readonly keyHash: string; readonly bodyHash: string };

/** A `bodyHash` of null fits any body. */
export type SearchedKey = { readonly keyHash: string; readonly bodyHash: string | null };

export type FoundOrder = {
  readonly state: OrderState;
  /** The encrypted outcome of an order that has ended, if there is one. */
  readonly record: Uint8Array | null;
};

export type Settlement = {
  readonly state: 'done' | 'failed' | 'stopped';
  /** In the unit of the budget. */
  readonly spent: number;
  /** Whether it counts against the visitor's day. */
  readonly isCounted: boolean;
  /** The encrypted outcome, for repetitions of the request within a day. */
  readonly record: Uint8Array | null;
};

export type NewOrder = JudgedOrder & Pick<Tables['orders'], 'id' | 'server' | 'lease_until' | 'body_hash'>;

/** Returns null if there is no order with this key. Throws 'idempotency-key-reused' for another body. */
export async function findOrder(
  query: Kysely<Tables>,
  { keyHash, bodyHash }: SearchedKey,
  at: number,
): Promise<FoundOrder | null> {
  const row = await query
    .selectFrom('orders')
    .select(['body_hash', 'lease_until', 'state', 'record'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (bodyHash !== null && row.body_hash !== bodyHash) throw new ProblemError('idempotency-key-reused');
  const isExpired = row.lease_until !== null && row.lease_until <= at;
  return { state: isExpired ? 'interrupted' : row.state, record: row.record };
}

/**
 * Writes the order and reserves its worst case, or returns 'known'. Throws a refusal. Must have the turn, so that no
 * other order starts between the verdict and the insertion.
 */
export async function startOrder(
  query: Kysely<Tables>,
  order: NewOrder,
  terms: OrderTerms,
): Promise<'new' | 'known'> {
  if ((await judge(query, order, terms)) === 'known') return 'known';
  const { worst_case: worstCase, ...row } = order;
  const { day, unit } = row;
  const reserved = unit === null ? 0 : worstCase;
  await query
    .insertInto('orders')
    .values({ ...row, state: 'running', is_counted: 1, reserved, spent: 0 })
    .execute();
  if (unit !== null) await changeBudget(query, { day, unit, spent: 0, reserved });
  return 'new';
}

/**
 * Ends the order and charges the day on which it was opened. The cost of an interrupted order replaces what was booked.
 * A second settlement changes nothing. Must have the turn.
 */
export async function settleOrder(
  query: Kysely<Tables>,
  id: string,
  { state, spent, isCounted, record }: Settlement,
): Promise<void> {
  const order = await query
    .selectFrom('orders')
    .select(['day', 'unit', 'spent', 'reserved', 'key_hash'])
    .where('id', '=', id)
    .where('state', 'in', ['running', 'interrupted'])
    .executeTakeFirst();
  if (order === undefined) return;
  const cost = Math.ceil(spent);
  await query
    .updateTable('orders')
    .set({
      state,
      lease_until: null,
      is_counted: isCounted ? 1 : 0,
      reserved: 0,
      spent: cost,
      // Nothing is kept of an order whose workspace was deleted in the meantime.
      record: order.key_hash === null ? null : record,
    })
    .where('id', '=', id)
    .execute();
  const { day, unit, spent: booked, reserved } = order;
  if (unit !== null) await changeBudget(query, { day, unit, spent: cost - booked, reserved: -reserved });
}

/** Tells the server of a running order to stop it. */
export async function requestStop(query: Kysely<Tables>, keyHash: string): Promise<void> {
  await query
    .updateTable('orders')
    .set({ stop_reason: 'stopped' })
    .where('key_hash', '=', keyHash)
    .where('state', '=', 'running')
    .execute();
}

/**
 * Deletes the workspace, the key and the result from the orders of a deleted workspace. Keeps visitors and costs. Tells
 * the servers of its running orders to stop them.
 */
export async function forgetWorkspace(query: Kysely<Tables>, workspace: string): Promise<void> {
  await query
    .updateTable('orders')
    .set({
      workspace_id: '',
      key_hash: null,
      body_hash: null,
      record: null,
      stop_reason: 'workspace-deleted',
    })
    .where('workspace_id', '=', workspace)
    .execute();
}

/**
 * Ends the orders with an expired lease, but those with these ids. Their cost is unknown, so their whole reserved cost is
 * booked as spent, until their server settles them after all. They do not count against the day of their visitor.
 */
export async function endExpiredOrders(
  { inTurn, query }: Pick<Database, 'inTurn' | 'query'>,
  at: number,
  except: readonly string[] = [],
): Promise<void> {
  const expired = await query.selectFrom('orders').select('id').where('lease_until', '<=', at).execute();
  const ids = expired.map(({ id }) => id).filter((id) => !except.includes(id));
  if (ids.length === 0) return;
  await inTurn(async (transaction) => {
    const ended = await transaction
      .updateTable('orders')
      .set((eb) => ({
        state: 'interrupted',
        lease_until: null,
        spent: eb.ref('reserved'),
        reserved: 0,
        is_counted: 0,
      }))
      .where('id', 'in', ids)
      .where('lease_until', '<=', at)
      .returning(['day', 'unit', 'spent'])
      .execute();
    for (const { day, unit, spent } of ended)
      if (unit !== null) await changeBudget(transaction, { day, unit, spent, reserved: -spent });
  }, true);
}

/**
 * Ends the orders that an earlier process of this server left running: those that nobody has renewed after the pause, in
 * milliseconds. When another process of this name still runs, it renews its leases in this time.
 */
export async function endOrdersOfEarlierProcess(
  database: Pick<Database, 'inTurn' | 'query'>,
  { server, pause, now }: { server: string; pause: number; now: () => Promise<number> },
): Promise<void> {
  const { query } = database;
  const { last } = await query
    .selectFrom('orders')
    .select((eb) => eb.fn.max('lease_until').as('last'))
    .where('server', '=', server)
    .where('lease_until', 'is not', null)
    .executeTakeFirstOrThrow();
  if (last === null) return;
  await sleep(pause, null, { ref: false });
  const at = await now();
  const unrenewed = query.updateTable('orders').where('server', '=', server).where('lease_until', '<=', last);
  await unrenewed.set({ lease_until: at }).execute();
  await endExpiredOrders(database, at);
}

const rowsAtOnce = 500;

/** Deletes the orders that nobody can repeat any more, and the days before yesterday with their salts. */
export async function purgeOrders(query: Kysely<Tables>, at: number): Promise<void> {
  const old = query
    .selectFrom('orders')
    .select('id')
    .where('started_at', '<=', at - dayLength)
    .where('lease_until', 'is', null)
    .limit(rowsAtOnce);
  let deleted: bigint;
  do {
    const result = await query.deleteFrom('orders').where('id', 'in', old).executeTakeFirstOrThrow();
    deleted = result.numDeletedRows;
  } while (deleted === BigInt(rowsAtOnce));
  const yesterday = dayOf(at) - 1;
  await query.deleteFrom('visitor_salts').where('day', '<', yesterday).execute();
  await query.deleteFrom('budgets').where('day', '<', yesterday).execute();
}
