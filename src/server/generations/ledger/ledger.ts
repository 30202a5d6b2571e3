import { randomUUID } from 'node:crypto';

import type { Allowance } from '#contract/visitor.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { named, type Database } from '#server/db/database.ts';
import { dayOf, endOfDay } from '#server/lib/visitors-and-days.ts';

import { createAsking } from './asked-orders.ts';
import { createSharedClock, type SharedClock, createLeases, endOrdersOfEarlierProcess } from './leases.ts';
import {
  createOpenings,
  createSettlements,
  findOutcome,
  forgetOrders,
  type HashedKey,
  type NewOrder,
  type Outcome,
  type Settlement,
  type SoughtKey,
} from './orders.ts';
import {
  countsVisitors,
  countVisitorDay,
  explainRefusal,
  judge,
  readBudget,
  type LedgerTerms,
} from './rules.ts';
import { createVisitorHashes } from '#server/db/visitor-hashes.ts';

export type Order = {
  readonly workspace: string;
  /** The result of `visitorOf`. Stored as a hash that nobody can reverse once the salt of the day is deleted. */
  readonly visitor: string;
  /** Whether a provider is called. The built-in writer costs nothing and counts only while it runs. */
  readonly isPaid: boolean;
  /** The most that it can cost, in the unit of the budget. This amount is reserved until the order is settled. */
  readonly worstCase: number;
  /** Null: nobody can repeat it. */
  readonly key: HashedKey | null;
};

type Opening =
  | { readonly kind: 'started'; readonly id: string }
  | { readonly kind: 'known'; readonly outcome: Outcome | 'running' };

export type Left = Omit<Allowance, 'budgetShare'> & {
  /** The amount that is neither spent nor reserved today, in the unit of the budget; null: no budget. */
  readonly budgetLeft: number | null;
};

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

export type Ledger = ReturnType<typeof createLedger>;

/**
 * Returns the record of what generations may cost and did cost. All servers of one database share it. Days are in UTC.
 * Orders without a limit and without an idempotency key are not written.
 */
export function createLedger(options: LedgerOptions) {
  const services = servicesOf(options);
  const { database, clock, onFailure } = services;
  const { query } = database;
  const leases = createLeases(services);
  const settlements = createSettlements(database, { onEnd: leases.drop, onFailure });
  const openSoon = createOpenings(services, settlements.settle);
  const earlierEnded = endOrdersOfEarlierProcess(services).catch(onFailure);

  async function take(given: Order, onLost: () => void): Promise<Opening> {
    const { order, since, verdict } = await openSoon(await newOrder(given, services));
    if (verdict === 'known') {
      const outcome = given.key && (await findOutcome(query, given.key, order.started_at));
      // The order has just been deleted, together with its workspace.
      if (outcome === null) throw new ProblemError('workspace-deleted');
      return { kind: 'known', outcome };
    }
    if (verdict !== null) throw await explainRefusal(query, verdict, order, services);
    leases.add(order.id, since, onLost);
    return { kind: 'started', id: order.id };
  }

  return {
    ...createReading(services, earlierEnded),
    ...createAsking(query, clock.now, leases.has),
    /**
     * Counts the order and reserves its worst case for all servers, or refuses the order.
     * Throws 'budget-spent', 'visitor-minute-limit', 'visitor-day-limit', 'workspace-running', 'workspace-deleted',
     * 'idempotency-key-reused', and 'storage-failed' or 'server-busy' when the order cannot be written.
     * Calls `onLost` before another order may take the place of this one. Its paid call must end then.
     */
    open: named(
      async (order: Order, onLost: () => void = () => {}): Promise<Opening> => {
        if (!isWritten(order, services)) return { kind: 'started', id: randomUUID() };
        await earlierEnded;
        return take(order, onLost);
      },
      'storage-failed',
      notOpened,
    ),
    /**
     * Settles a started order. A second call changes nothing. Never throws and takes at most two seconds: if the
     * database fails, tries again later. An order that cannot be settled ends when its lease expires.
     */
    async settle(id: string, settlement: Settlement): Promise<void> {
      // An order that was not written needs no settlement.
      if (!leases.has(id)) return;
      leases.end(id);
      await settlements.settle(id, settlement);
    },
    /** Resolves when all settlements are written. Must be called before the database closes. */
    async close(): Promise<void> {
      await earlierEnded;
      await leases.close();
      await settlements.end();
    },
  };
}

function createReading(services: LedgerServices, earlierEnded: Promise<void>) {
  const { clock } = services;
  const { query } = services.database;
  return {
    /**
     * Throws if `open` would refuse an order for the model, whatever its worst case: 'workspace-running',
     * 'visitor-minute-limit', 'visitor-day-limit', 'budget-spent' and 'storage-failed'. Writes no order. `open` may
     * still refuse the order.
     */
    check: named(async (given: Pick<Order, 'workspace' | 'visitor' | 'key'>) => {
      await earlierEnded;
      const order = await newOrder({ ...given, isPaid: true, worstCase: 1 }, services);
      const verdict = await judge(query, order, services);
      if (verdict !== null && verdict !== 'known')
        throw await explainRefusal(query, verdict, order, services);
    }),
    /** Null: there is none. Throws 'idempotency-key-reused' for another body. A `bodyHash` of null fits any body. */
    look: named(async (key: SoughtKey) => findOutcome(query, key, await clock.now())),
    forget: named((workspace: string) => forgetOrders(query, workspace)),
    /** If `visitor` is null, reads only the budget. A day without room for an order of this worst case is closed. */
    left: named((visitor: string | null, worstCase?: number) => readLeft(services, visitor, worstCase)),
  };
}

function servicesOf(options: LedgerOptions) {
  const { database, limits, budget, now, server = randomUUID(), leaseMs = 10_000 } = options;
  const clock: SharedClock =
    now === undefined ? createSharedClock(database.time) : { now: async () => now(), set: async () => 0 };
  const hashVisitor = createVisitorHashes(database.query);
  const onFailure = options.onFailure ?? (() => {});
  return { database, limits, budget, server, leaseMs, clock, hashVisitor, onFailure };
}

type LedgerServices = ReturnType<typeof servicesOf>;

async function newOrder(
  { workspace, visitor, isPaid, worstCase, key }: Order,
  { server, clock, limits, budget, hashVisitor }: LedgerServices,
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
  { database: { query }, clock, hashVisitor, limits: { perDay }, budget }: LedgerServices,
  visitor: string | null,
  worstCase = 1,
): Promise<Left> {
  const at = await clock.now();
  const day = dayOf(at);
  const { spent, reserved } =
    budget === null ? { spent: 0, reserved: 0 } : await readBudget(query, day, budget.unit);
  const leftToday =
    visitor === null || perDay === null
      ? null
      : Math.max(0, perDay - (await countVisitorDay(query, await hashVisitor(visitor, day), at)));
  // Reserved amounts do not count, because most become free again.
  const isSpent = budget !== null && spent + worstCase > budget.perDay;
  const closedBy = isSpent ? 'budget-spent' : leftToday === 0 ? 'visitor-day-limit' : null;
  return {
    leftToday,
    budgetLeft: budget === null ? null : Math.max(0, budget.perDay - spent - reserved),
    closedBy,
    reopensAt: closedBy === null ? null : endOfDay(at),
  };
}
