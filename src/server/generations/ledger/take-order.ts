import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';

import { ProblemError } from '#core/errors/problem.ts';
import type { Database } from '#server/db/database.ts';
import { createBatches, turnTimeout } from '#server/queue.ts';

import { explainRefusal } from './check-order.ts';
import { dayOf, type SharedClock } from './clock.ts';
import type { Opening, Order } from './ledger.ts';
import { findOrder, openOrders } from './order-rows.ts';
import { callOpenOrders } from './procedures.ts';
import { countsVisitors, type LedgerOrder, type LedgerTerms, type Verdict } from './rules.ts';

type TakeParts = LedgerTerms & {
  readonly database: Database;
  readonly server: string;
  readonly hashVisitor: (visitor: string, day: number) => Promise<string>;
  readonly clock: SharedClock;
  readonly leaseMs: number;
  /** Called with the ids of orders that may be written although the answer of the database was lost. */
  readonly onUnanswered: (ids: readonly string[]) => void;
};

type Taken = {
  readonly opening: Opening;
  /** When the lease was requested, by `performance.now()`. */
  readonly since: number;
};

type Wanted = Omit<LedgerOrder, 'at' | 'leaseUntil'>;
type Judged = { readonly order: LedgerOrder; readonly since: number; readonly verdict: Verdict | null };

const atOnce = 100;

/** Returns a function that opens an order, or finds the earlier one with its key. Throws why an order is refused. */
export function createOrderTaker(parts: TakeParts): (order: Order) => Promise<Taken> {
  const { database, server, hashVisitor, clock } = parts;
  const openSoon = createBatches((wanted: readonly Wanted[]) => openOrGiveUp(wanted, parts), {
    most: atOnce,
    timeout: turnTimeout,
  });

  return async ({ visitor, isPaid, ...given }) => {
    const day = dayOf(await clock.now());
    const visitorHash = isPaid && countsVisitors(parts.limits) ? await hashVisitor(visitor, day) : null;
    const unit = isPaid && parts.budget !== null ? parts.budget.unit : null;
    const worstCase = Math.ceil(given.worstCase);
    const wanted = { ...given, id: randomUUID(), server, visitorHash, day, unit, worstCase };
    const { order, since, verdict } = await openSoon(wanted);
    if (verdict === null) return { opening: { kind: 'started', id: order.id }, since };
    if (verdict !== 'known') throw await explainRefusal(database.query, verdict, order, parts);
    return { opening: await openingOf(database, order), since };
  };
}

/** When the connection breaks before the answer comes, the orders may be written all the same. */
async function openOrGiveUp(wanted: readonly Wanted[], parts: TakeParts): Promise<Judged[]> {
  try {
    return await openTogether(wanted, parts);
  } catch (error) {
    // A `ProblemError` comes from before the database.
    if (!(error instanceof ProblemError)) parts.onUnanswered(wanted.map(({ id }) => id));
    throw error;
  }
}

function openTogether(
  wanted: readonly Wanted[],
  { database, clock, leaseMs, ...terms }: TakeParts,
): Promise<Judged[]> {
  const open = database.inOneTrip === null ? openOrders : callOpenOrders;
  return (database.inOneTrip ?? database.inTurn)(async (query) => {
    const [since, at] = [performance.now(), await clock.now()];
    const orders = wanted.map((each) => ({ ...each, at, leaseUntil: at + leaseMs }));
    const verdicts = await open(query, orders, terms);
    return verdicts.flatMap((verdict, index) => {
      const order = orders[index];
      return order === undefined ? [] : { order, since, verdict };
    });
  });
}

/** Returns what became of the earlier order with the same key. */
async function openingOf({ query }: Database, { key, at }: LedgerOrder): Promise<Opening> {
  const known = key === null ? null : await findOrder(query, key, at);
  // It was deleted in this moment, together with its workspace.
  if (known === null) throw new ProblemError('workspace-deleted');
  const { id, outcome } = known;
  return outcome === 'running' ? { kind: 'running', id } : { kind: 'ended', outcome };
}
