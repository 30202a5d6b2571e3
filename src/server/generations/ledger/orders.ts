import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql, type Kysely } from 'kysely';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { Database, Tables } from '#server/db/database.ts';
import { createBatches, turnTimeout } from '#server/lib/scheduling.ts';

import { judge, keyLifetime, type JudgedOrder, type LedgerTerms, type Verdict } from './rules.ts';

/** An idempotency key: requests with the same hashes are the same order. */
export type HashedKey = {
  readonly keyHash: string;
  readonly bodyHash: string;
};

export type SoughtKey = { readonly keyHash: string; readonly bodyHash: string | null };

export type Outcome = {
  /** 'interrupted': its server stopped before it settled the order. */
  readonly state: 'done' | 'failed' | 'stopped' | 'interrupted';
  readonly record: Uint8Array | null;
};

export type Settlement = {
  /** In the unit of the budget. */
  readonly spent: number;
  /** Whether it counts against the visitor's day. */
  readonly isCounted: boolean;
  readonly state: 'done' | 'failed' | 'stopped';
  /** The encrypted outcome, for repetitions of the request within a day. */
  readonly record: Uint8Array | null;
};

/** A new order. Its worst case is reserved if it is charged to a budget. */
export type NewOrder = JudgedOrder &
  Pick<Tables['ledger_orders'], 'id' | 'server' | 'lease_until' | 'body_hash'>;

type Settled = Pick<Tables['ledger_orders'], 'id' | 'outcome' | 'spent' | 'is_counted' | 'record'>;

export async function changeBudget(query: Kysely<Tables>, change: Tables['ledger_budgets']): Promise<void> {
  await query
    .insertInto('ledger_budgets')
    .values(change)
    .onConflict((conflict) =>
      conflict.columns(['day', 'unit']).doUpdateSet((eb) => ({
        spent: eb('ledger_budgets.spent', '+', change.spent),
        reserved: eb('ledger_budgets.reserved', '+', change.reserved),
      })),
    )
    .execute();
}

/** Returns the outcome of the order with this key; null when there is none or it is too old to be repeated. */
export async function findOutcome(
  query: Kysely<Tables>,
  key: SoughtKey,
  at: number,
): Promise<Outcome | 'running' | null> {
  const row = await query
    .selectFrom('ledger_orders')
    .select(['body_hash', 'started_at', 'lease_until', 'outcome', 'record'])
    .where('key_hash', '=', key.keyHash)
    .executeTakeFirst();
  if (row === undefined || row.started_at <= at - keyLifetime) return null;
  if (key.bodyHash !== null && row.body_hash !== key.bodyHash)
    throw new ProblemError('idempotency-key-reused');
  const { lease_until: leaseUntil, outcome, record } = row;
  if (leaseUntil !== null && leaseUntil > at) return 'running';
  return { state: isEnd(outcome) ? outcome : 'interrupted', record };
}

function isEnd(outcome: Tables['ledger_orders']['outcome']): outcome is Outcome['state'] {
  return outcome === 'done' || outcome === 'failed' || outcome === 'stopped' || outcome === 'interrupted';
}

/** Deletes the workspace, the key and the record from the ended orders of a workspace. Keeps visitors and costs. */
export async function forgetOrders(query: Kysely<Tables>, workspace: string): Promise<void> {
  await query
    .updateTable('ledger_orders')
    .set({ workspace_id: '', key_hash: null, body_hash: null, record: null })
    .where('workspace_id', '=', workspace)
    .where('lease_until', 'is', null)
    .execute();
}

/** Opens one order after the other in the current transaction. Returns a verdict for each; null: it is open. */
async function openOrders(
  query: Kysely<Tables>,
  orders: readonly NewOrder[],
  terms: LedgerTerms,
): Promise<(Verdict | null)[]> {
  const verdicts: (Verdict | null)[] = [];
  for (const order of orders) {
    const verdict = await judge(query, order, terms);
    if (verdict === null) await writeOrder(query, order);
    verdicts.push(verdict);
  }
  return verdicts;
}

/** Writes the order and reserves its worst case. */
async function writeOrder(
  query: Kysely<Tables>,
  { worst_case: worstCase, ...order }: NewOrder,
): Promise<void> {
  const { day, unit } = order;
  const reserved = unit === null ? 0 : worstCase;
  if (unit !== null) await changeBudget(query, { day, unit, spent: 0, reserved });
  // An older order that can no longer be repeated may still have the key.
  if (order.key_hash !== null)
    await query
      .updateTable('ledger_orders')
      .set({ key_hash: null, body_hash: null, record: null })
      .where('key_hash', '=', order.key_hash)
      .execute();
  await query
    .insertInto('ledger_orders')
    .values({ ...order, is_counted: 1, reserved, spent: 0 })
    .execute();
}

const orderColumns = sql.raw(
  'place integer, id text, workspace_id text, server text, visitor_hash text, started_at bigint, lease_until bigint, day integer, unit text, worst_case bigint, key_hash text, body_hash text',
);

/** Does the same as `openOrders` in one round trip: the function `open_order` does the work in PostgreSQL. */
async function callOpenOrders(
  query: Kysely<Tables>,
  orders: readonly NewOrder[],
  { limits: { runningPerWorkspace, perMinute, perDay }, budget }: LedgerTerms,
): Promise<(Verdict | null)[]> {
  const rows = orders.map((order, place) => ({ place, ...order }));
  const most = budget === null ? null : Math.floor(budget.perDay);
  const { rows: verdicts } = await sql<{ place: number; verdict: Verdict | null }>`
    select o.place, open_order(
      o.id, o.workspace_id, o.server, o.visitor_hash, o.started_at, o.lease_until, o.day, o.unit, o.worst_case,
      o.key_hash, o.body_hash, ${runningPerWorkspace}, ${perMinute}, ${perDay},
      case when o.unit is null then null else ${most}::bigint end
    ) as verdict from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o(${orderColumns})`.execute(
    query,
  );
  return verdicts.toSorted((a, b) => a.place - b.place).map(({ verdict }) => verdict);
}

async function settleOrders(query: Kysely<Tables>, settled: readonly Settled[]): Promise<void> {
  for (const each of settled) await settleOrder(query, each);
}

/** Charges the day on which the order was opened. The cost of an interrupted order replaces what was booked. */
async function settleOrder(query: Kysely<Tables>, { id, ...settled }: Settled): Promise<void> {
  const order = await query
    .selectFrom('ledger_orders')
    .select(['day', 'unit', 'spent', 'reserved'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lease_until', 'is not', null), eb('outcome', '=', 'interrupted')]))
    .executeTakeFirst();
  if (order === undefined) return;
  await query
    .updateTable('ledger_orders')
    .set({ ...settled, lease_until: null, reserved: 0 })
    .where('id', '=', id)
    .execute();
  const { day, unit, spent: booked, reserved } = order;
  if (unit === null) return;
  await changeBudget(query, { day, unit, spent: settled.spent - booked, reserved: -reserved });
}

/** Does the same in one round trip. Like renewals, locks rows in the order of their ids, to avoid deadlocks. */
async function callSettleOrders(query: Kysely<Tables>, settled: readonly Settled[]): Promise<void> {
  const inOrder = settled.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const rows = inOrder.map(({ record, ...row }) => ({
    ...row,
    record: record === null ? null : Buffer.from(record).toString('base64'),
  }));
  await sql`
    select settle_order(s.id, s.outcome, s.spent, s.is_counted, decode(s.record, 'base64'))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as s(id text, outcome text, spent bigint, is_counted integer, record text)`.execute(query);
}

/** The settlement of an order whose start was never confirmed. */
const nothingCalled: Settlement = { spent: 0, isCounted: false, state: 'failed', record: null };

const openedAtOnce = 100;

type OpeningServices = LedgerTerms & {
  readonly database: Database;
  readonly clock: { now(): Promise<number> };
  readonly leaseMs: number;
};

/**
 * Returns a function that opens or refuses an order, in one batch with others that come at the same time. `since` in its
 * result: when the lease was requested, by `performance.now()`.
 */
export function createOpenings(
  { database, clock, leaseMs, ...terms }: OpeningServices,
  settle: (id: string, settlement: Settlement) => Promise<void>,
) {
  const open = database.inOneTrip === null ? openOrders : callOpenOrders;

  async function openAll(wanted: readonly NewOrder[]) {
    try {
      return await (database.inOneTrip ?? database.inTurn)(async (query) => {
        const [since, at] = [performance.now(), await clock.now()];
        const orders = wanted.map((each) => ({ ...each, started_at: at, lease_until: at + leaseMs }));
        const verdicts = await open(query, orders, terms);
        return verdicts.flatMap((verdict, index) => {
          const order = orders[index];
          return order === undefined ? [] : { order, since, verdict };
        });
      });
    } catch (error) {
      // When the connection breaks before the answer comes, the orders may still have been written.
      // A `ProblemError` is thrown before the database is asked.
      if (!(error instanceof ProblemError)) for (const { id } of wanted) void settle(id, nothingCalled);
      throw error;
    }
  }

  return createBatches(openAll, { most: openedAtOnce, timeout: turnTimeout });
}

/** The pauses between tries to settle an order, in milliseconds. Together they outlast a restart of the database. */
const pauses = [100, 1000, 5000, 15_000, 60_000, 300_000];
/** The most settlements of one batch. Each may have a record of a megabyte. */
const settledAtOnce = 20;
/** How long the caller of `settle` waits at most, in milliseconds. */
const longestWait = 2000;

type SettlementEvents = {
  /** Called for each order that is settled, or that could not be settled. */
  readonly onEnd: (id: string) => void;
  /** Called with the last error of an order that could not be settled. The order ends when its lease expires. */
  readonly onFailure: (error: unknown) => void;
};

export function createSettlements(database: Database, { onEnd, onFailure }: SettlementEvents) {
  const settleAll = database.inOneTrip === null ? settleOrders : callSettleOrders;
  const settleSoon = createBatches(
    async (settled: readonly Settled[]) => {
      await (database.inOneTrip ?? database.inTurn)((query) => settleAll(query, settled), true);
      return settled;
    },
    { most: settledAtOnce },
  );
  const running = new Map<string, Promise<void>>();
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);

  async function trySettling(id: string, { spent, isCounted, state, record }: Settlement): Promise<void> {
    const row = { id, outcome: state, spent: Math.ceil(spent), is_counted: isCounted ? 1 : 0, record };
    for (const next of [...pauses, null])
      try {
        await settleSoon(row);
        return;
      } catch (error) {
        if (next === null || ending.signal.aborted) return onFailure(error);
        await sleep(next, null, { ref: false, signal: ending.signal }).catch(() => undefined);
      }
  }

  return {
    /** Resolves when the settlement is written, or after the longest wait. Never rejects. */
    async settle(id: string, settlement: Settlement): Promise<void> {
      const settled =
        running.get(id) ??
        trySettling(id, settlement).finally(() => {
          running.delete(id);
          onEnd(id);
        });
      running.set(id, settled);
      await Promise.race([settled, sleep(longestWait, undefined, { ref: false })]);
    },
    /** Tries once more to settle the remaining orders. */
    async end(): Promise<void> {
      ending.abort();
      await Promise.all(running.values());
    },
  };
}
