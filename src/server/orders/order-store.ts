import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import { ProblemError } from '#core/errors/problem-messages.ts';
import { createVisitorHashes } from '#server/db/visitor-hashes.ts';
import { named, type Database, type Tables } from '#server/db/database.ts';
import { dayOf } from '#server/lib/visitors-and-days.ts';

import { judge, readLeft, type Left, type OrderLimits, type OrderTerms } from './budget.ts';
import { createLeases, renewalsPerLease, type Leases, type OnEnd } from './leases.ts';
import {
  endOrdersOfEarlierProcess,
  findOrder,
  forgetWorkspace,
  requestStop,
  settleOrder,
  startOrder,
  type FoundOrder,
  type HashedKey,
  type NewOrder,
  type SearchedKey,
  type Settlement,
} from './order-steps.ts';

export type OrderRequest = {
  readonly workspace: string;
  /** Whom the limits count; null: no limit counts the order, only the budget. Stored as a hash that nobody can reverse once the salt of the day is deleted. */
  readonly visitor: string | null;
  /** Whether a provider is called. The built-in writer costs nothing and counts only while it runs. */
  readonly isPaid: boolean;
  /** The most that it can cost, in the unit of the budget. This amount is reserved until the order is settled. */
  readonly worstCase: number;
  /** Null: nobody can repeat it. */
  readonly key: HashedKey | null;
};

type OpenedOrder =
  | { readonly kind: 'started'; readonly id: string }
  | { readonly kind: 'known'; readonly order: FoundOrder };

/**
 * The record of what generations may cost and did cost. All servers of one database share it. Days are in UTC. Its
 * methods throw 'storage-failed' when the database fails, and 'server-busy' when it takes too long.
 */
export type OrderStore = {
  /**
   * Throws if `open` would refuse a paid order, whatever its worst case: 'workspace-running', 'visitor-minute-limit',
   * 'visitor-day-limit' and 'budget-spent'. Writes no order. `open` may still refuse the order.
   */
  check(order: Pick<OrderRequest, 'workspace' | 'visitor'>): Promise<void>;
  /**
   * Counts the order and reserves its worst case for all servers, returns the order that has its key, or throws as
   * `check` does, and 'workspace-deleted' and 'idempotency-key-reused'. An order without a limit and without a key is
   * not written. Calls `onEnd` when the order must end early. Its paid call must end then.
   */
  open(order: OrderRequest, onEnd?: OnEnd): Promise<OpenedOrder>;
  /** Returns null if there is no order with this key. Throws 'idempotency-key-reused' for another body. */
  find(key: SearchedKey): Promise<FoundOrder | null>;
  /** Tells the server of the running order with this key to stop it. Changes nothing if there is none. */
  requestStop(keyHash: string): Promise<void>;
  /**
   * Settles a started order. A second call changes nothing. Never throws and takes at most two seconds: if the
   * database fails, tries again later. An order that cannot be settled ends when its lease expires.
   */
  settle(id: string, settlement: Settlement): Promise<void>;
  /** Stops the running orders of a deleted workspace, and deletes what only the workspace needs. Keeps the costs. */
  forget(workspace: string): Promise<void>;
  /** If `visitor` is null, reads only the budget. A day without room for an order of this worst case is closed. */
  left(visitor: string | null, worstCase?: number): Promise<Left>;
  /** Resolves when all settlements are written. Must be called before the database closes. */
  close(): Promise<void>;
};

export type OrderStoreOptions = OrderTerms & {
  readonly database: Database;
  /** A name that this server keeps when it starts again. It then soon ends the orders that it left running. */
  readonly server?: string;
  /** Returns milliseconds since 1970. By default the time of the database, so that all servers have the same. */
  readonly now?: () => number;
  /** How long an order runs without a renewal of its lease, in milliseconds. */
  readonly leaseMs?: number;
  /** Called when an order cannot be settled or a lease cannot be renewed. */
  readonly onFailure?: (error: unknown) => void;
};

const notOpened = 'The generation couldn’t start because the server couldn’t record it. Please try again.';

/** The settlement of an order whose start was never confirmed. */
const neverCalled: Settlement = { state: 'failed', spent: 0, isCounted: false, record: null };

export function createOrderStore(options: OrderStoreOptions): OrderStore {
  const { database, limits, server = randomUUID(), leaseMs = 10_000, onFailure = () => {} } = options;
  const { query } = database;
  const now = async (connection?: Kysely<Tables>) => options.now?.() ?? database.time(connection);
  const hashVisitor = createVisitorHashes(query);
  const leases = createLeases({ database, now: () => now(), leaseMs, onFailure });
  const settlements = createSettlements(database, { onEnd: leases.remove, onFailure });
  const services = { options, server, now, leaseMs, hashVisitor, leases, settlements };
  const pause = (2 * leaseMs) / renewalsPerLease;
  const ready = endOrdersOfEarlierProcess(database, { server, pause, now: () => now() }).catch(onFailure);

  return {
    check: named(async (request) => {
      await ready;
      const order = await newOrder({ ...request, isPaid: true, worstCase: 1, key: null }, services);
      await judge(query, order, termsFor(request, options));
    }),
    open: named(
      async (request: OrderRequest, onEnd: OnEnd = () => {}) => {
        await ready;
        return openOrder(request, onEnd, services);
      },
      'storage-failed',
      notOpened,
    ),
    find: named(async (key) => findOrder(query, key, await now())),
    requestStop: named((keyHash) => requestStop(query, keyHash)),
    async settle(id, settlement) {
      // An order that was not written needs no settlement.
      if (!leases.has(id)) return;
      leases.end(id);
      await settlements.settle(id, settlement);
    },
    forget: named((workspace) => forgetWorkspace(query, workspace)),
    left: named(async (visitor: string | null, worstCase = 1) => {
      const at = await now();
      const visitorHash =
        visitor === null || limits.perDay === null ? null : await hashVisitor(visitor, dayOf(at));
      return readLeft(query, { at, visitorHash, worstCase }, options);
    }),
    async close() {
      await ready;
      await leases.close();
      await settlements.close();
    },
  };
}

type Services = {
  readonly options: OrderStoreOptions;
  readonly server: string;
  /** Returns milliseconds since 1970. */
  readonly now: (connection?: Kysely<Tables>) => Promise<number>;
  readonly leaseMs: number;
  readonly hashVisitor: (visitor: string, day: number) => Promise<string>;
  readonly leases: Leases;
  readonly settlements: Settlements;
};

async function newOrder(
  { workspace, visitor, isPaid, worstCase, key }: OrderRequest,
  { options: { limits, budget }, server, now, leaseMs, hashVisitor }: Services,
): Promise<NewOrder> {
  const at = await now();
  const day = dayOf(at);
  return {
    id: randomUUID(),
    workspace_id: workspace,
    server,
    started_at: at,
    lease_until: at + leaseMs,
    visitor_hash:
      visitor !== null && isPaid && countsVisitors(limits) ? await hashVisitor(visitor, day) : null,
    day,
    unit: isPaid && budget !== null ? budget.unit : null,
    worst_case: Math.ceil(worstCase),
    key_hash: key?.keyHash ?? null,
    body_hash: key?.bodyHash ?? null,
  };
}

async function openOrder(request: OrderRequest, onEnd: OnEnd, services: Services): Promise<OpenedOrder> {
  const { options, now, leaseMs, leases, settlements } = services;
  if (!isWritten(request, options)) return { kind: 'started', id: randomUUID() };
  const order = await newOrder(request, services);
  const { id } = order;
  const written: { since: number | null } = { since: null };
  try {
    const opened = await options.database.inTurn<OpenedOrder>(async (transaction) => {
      // The order may have waited for its turn as long as a lease lasts.
      const [since, at] = [performance.now(), await now(transaction)];
      const dated = { ...order, started_at: at, lease_until: at + leaseMs };
      if ((await startOrder(transaction, dated, termsFor(request, options))) === 'known')
        return { kind: 'known', order: await findKnown(transaction, request.key, at) };
      written.since = since;
      return { kind: 'started', id };
    });
    // Not before the commit: a renewal does not see the order until then, and would take its lease for lost.
    if (written.since !== null) leases.add(id, written.since, onEnd);
    return opened;
  } catch (error) {
    // When the connection breaks before the commit is confirmed, the order may still have been written.
    if (written.since !== null) {
      leases.add(id, written.since, onEnd);
      leases.end(id);
      void settlements.settle(id, neverCalled);
    }
    throw error;
  }
}

function countsVisitors({ perMinute, perDay }: OrderLimits): boolean {
  return perMinute !== null || perDay !== null;
}

const noLimits: OrderLimits = { perMinute: null, perDay: null, runningPerWorkspace: null };

function termsFor({ visitor }: Pick<OrderRequest, 'visitor'>, { limits, budget }: OrderTerms): OrderTerms {
  return { limits: visitor === null ? noLimits : limits, budget };
}

function isWritten({ isPaid, key, visitor }: OrderRequest, terms: OrderTerms): boolean {
  const { limits, budget } = termsFor({ visitor }, terms);
  if (key !== null || limits.runningPerWorkspace !== null) return true;
  return isPaid && (countsVisitors(limits) || budget !== null);
}

async function findKnown(query: Kysely<Tables>, key: HashedKey | null, at: number): Promise<FoundOrder> {
  const found = key === null ? null : await findOrder(query, key, at);
  // The order has just been deleted, together with its workspace.
  if (found === null) throw new ProblemError('workspace-deleted');
  return found;
}

/** The pauses between tries to settle an order, in milliseconds. Together they outlast a restart of the database. */
const pauses = [100, 1000, 5000, 15_000, 60_000, 300_000];
/** How long the caller of `settle` waits at most, in milliseconds. */
const longestWait = 2000;

type SettlementEvents = {
  /** Called for each order that is settled, or that could not be settled. */
  readonly onEnd: (id: string) => void;
  /** Called with the last error of an order that could not be settled. The order ends when its lease expires. */
  readonly onFailure: (error: unknown) => void;
};

type Settlements = {
  /** Resolves when the settlement is written, or after the longest wait. Never rejects. */
  settle(id: string, settlement: Settlement): Promise<void>;
  /** Tries once more to settle the remaining orders. */
  close(): Promise<void>;
};

function createSettlements({ inTurn }: Database, { onEnd, onFailure }: SettlementEvents): Settlements {
  const running = new Map<string, Promise<void>>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);

  async function trySettling(id: string, settlement: Settlement): Promise<void> {
    for (const pause of [...pauses, null])
      try {
        await inTurn((query) => settleOrder(query, id, settlement), true);
        break;
      } catch (error) {
        if (pause === null || closing.signal.aborted) {
          onFailure(error);
          break;
        }
        await sleep(pause, null, { ref: false, signal: closing.signal }).catch(() => undefined);
      }
    running.delete(id);
    onEnd(id);
  }

  return {
    async settle(id, settlement) {
      const settled = running.get(id) ?? trySettling(id, settlement);
      running.set(id, settled);
      await Promise.race([settled, sleep(longestWait, undefined, { ref: false })]);
    },
    async close() {
      closing.abort();
      await Promise.all(running.values());
    },
  };
}
