import { setMaxListeners } from 'node:events';
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { ProblemError } from '#core/errors/problem-messages.ts';
import { type Database, nameStorageFailure } from '#server/db/database.ts';
import { createBatches, turnTimeout } from '#server/scheduling.ts';

import { createAsking } from './asked-orders.ts';
import { createSharedClock, type SharedClock, createLeases, endOrdersOfEarlierProcess } from './leases.ts';
import { dayOf, endOfDay } from '#server/visitors-and-days.ts';
import type { Ledger, LedgerTerms, Left, Opening, Order, Settlement } from './ledger.ts';
import {
  callOpenOrders,
  callSettleOrders,
  findOutcome,
  forgetOrders,
  openOrders,
  readBudget,
  settleOrders,
  type NewOrder,
  type Settled,
  countsVisitors,
  countVisitorDay,
  judge,
  type Verdict,
} from './orders.ts';
import { explainRefusal } from './refusals.ts';
import { createVisitorHashes } from './visitor-hashes.ts';

export type LedgerOptions = LedgerTerms & {
  readonly database: Database;
  /** A name that this server keeps when it starts again. It can then soon end the orders that it left running. */
  readonly server?: string;
  /** Returns milliseconds since 1970. By default the time of the database. */
  readonly now?: () => number;
  /** How long an order runs without a renewal of its lease. */
  readonly leaseMs?: number;
  /** Called when an order cannot be settled or a lease cannot be renewed. */
  readonly onFailure?: (error: unknown) => void;
};

const notOpened =
  'The generation could not be started, because the server could not note it down. Please try again.';

/** Returns the ledger of this process. All servers share its database. */
export function createLedger(options: LedgerOptions): Ledger {
  const parts = partsOf(options);
  const { database, clock, onFailure } = parts;
  const { query } = database;
  const leases = createLeases(parts);
  const settlements = createSettlements(database, { onEnd: leases.drop, onFailure });
  const openSoon = createOpenings(parts, settlements.settle);
  const earlierEnded = endOrdersOfEarlierProcess(parts).catch(onFailure);

  async function take(given: Order, onLost: () => void): Promise<Opening> {
    const { order, since, verdict } = await openSoon(await newOrder(given, parts));
    if (verdict === 'known') {
      const outcome = given.key && (await findOutcome(query, given.key, order.started_at));
      // The order has just been deleted, together with its workspace.
      if (outcome === null) throw new ProblemError('workspace-deleted');
      return { kind: 'known', outcome };
    }
    if (verdict !== null) throw await explainRefusal(query, verdict, order, parts);
    leases.add(order.id, since, onLost);
    return { kind: 'started', id: order.id };
  }

  return {
    async check(given) {
      await earlierEnded;
      await nameStorageFailure(async () => {
        const order = await newOrder({ ...given, isPaid: true, worstCase: 1 }, parts);
        const verdict = await judge(query, order, parts);
        if (verdict !== null && verdict !== 'known') throw await explainRefusal(query, verdict, order, parts);
      });
    },

    async open(order, onLost = () => {}) {
      if (!isWritten(order, parts)) return { kind: 'started', id: randomUUID() };
      await earlierEnded;
      return nameStorageFailure(() => take(order, onLost), 'storage-failed', notOpened);
    },

    async settle(id, settlement) {
      // An order that was not written needs no settlement.
      if (!leases.has(id)) return;
      leases.end(id);
      await settlements.settle(id, settlement);
    },

    look: (key) => nameStorageFailure(async () => findOutcome(query, key, await clock.now())),

    ...createAsking(query, clock.now, leases.has),

    forget: (workspace) => nameStorageFailure(() => forgetOrders(query, workspace)),

    left: (visitor, worstCase = 1) => nameStorageFailure(() => readLeft(parts, visitor, worstCase)),

    async close() {
      await earlierEnded;
      await leases.close();
      await settlements.end();
    },
  };
}

function partsOf(options: LedgerOptions) {
  const { database, limits, budget, now, server = randomUUID(), leaseMs = 10_000 } = options;
  const clock: SharedClock =
    now === undefined ? createSharedClock(database.time) : { now: async () => now(), set: async () => 0 };
  const hashVisitor = createVisitorHashes(database.query);
  const onFailure = options.onFailure ?? (() => {});
  return { database, limits, budget, server, leaseMs, clock, hashVisitor, onFailure };
}

type LedgerParts = ReturnType<typeof partsOf>;

async function newOrder(
  { workspace, visitor, isPaid, worstCase, key }: Order,
  { server, clock, limits, budget, hashVisitor }: LedgerParts,
): Promise<NewOrder> {
  const at = await clock.now();
  const day = dayOf(at);
  return {
    id: randomUUID(),
    workspace_id: workspace,
    server,
    started_at: at,
    lease_until: null,
    visitor_hash: isPaid && countsVisitors(limits) ? await hashVisitor(visitor, day) : null,
    day,
    unit: isPaid && budget !== null ? budget.unit : null,
    worst_case: Math.ceil(worstCase),
    key_hash: key?.keyHash ?? null,
    body_hash: key?.bodyHash ?? null,
  };
}

function isWritten({ isPaid, key }: Order, { limits, budget }: LedgerTerms): boolean {
  if (key !== null || limits.runningPerWorkspace !== null) return true;
  return isPaid && (countsVisitors(limits) || budget !== null);
}

async function readLeft(
  { database: { query }, clock, hashVisitor, limits: { perDay }, budget }: LedgerParts,
  visitor: string | null,
  worstCase: number,
): Promise<Left> {
  const at = await clock.now();
  const day = dayOf(at);
  const { spent, reserved } =
    budget === null ? { spent: 0, reserved: 0 } : await readBudget(query, { day, unit: budget.unit });
  const isSpent = budget !== null && spent + worstCase > budget.perDay;
  const today =
    visitor === null || perDay === null
      ? null
      : Math.max(0, perDay - (await countVisitorDay(query, await hashVisitor(visitor, day), at)));
  const closedBy = isSpent ? 'budget-spent' : today === 0 ? 'visitor-day-limit' : null;
  return {
    today,
    budgetLeft: budget === null ? null : Math.max(0, budget.perDay - spent - reserved),
    closedBy,
    reopensAt: closedBy === null ? null : endOfDay(at),
  };
}

type Judged = {
  readonly order: NewOrder;
  /** When the lease was requested, by `performance.now()`. */
  readonly since: number;
  readonly verdict: Verdict | null;
};

/** The settlement of an order whose start was never confirmed. */
const nothingCalled: Settlement = { spent: 0, isCounted: false, state: 'failed', record: null };

const openedAtOnce = 100;

/** Returns a function that opens or refuses an order, in one batch with others that come at the same time. */
function createOpenings(
  { database, clock, leaseMs, ...terms }: LedgerParts,
  settle: (id: string, settlement: Settlement) => Promise<void>,
): (order: NewOrder) => Promise<Judged> {
  const open = database.inOneTrip === null ? openOrders : callOpenOrders;

  async function openAll(wanted: readonly NewOrder[]): Promise<Judged[]> {
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

function createSettlements(database: Database, { onEnd, onFailure }: SettlementEvents) {
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
