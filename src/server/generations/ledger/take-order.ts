import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';

import { ProblemError } from '#core/errors/problem.ts';
import type { Database } from '#server/db/database.ts';
import { turnPatience } from '#server/db/queue.ts';

import { createBatches } from './batches.ts';
import { findClick } from './clicks.ts';
import type { CountedOrder } from './counted-order.ts';
import { dayOf } from './days.ts';
import type { Opening, Order } from './ledger.ts';
import { openOrders } from './open-order.ts';
import { callOpenOrders } from './procedures.ts';
import { countsVisitors, explainRefusal } from './rules.ts';
import type { Terms, Verdict } from './rules.ts';
import type { SharedClock } from './shared-clock.ts';

type Means = Terms & {
  readonly database: Database;
  readonly server: string;
  readonly hashVisitor: (visitor: string, day: number) => Promise<string>;
  readonly clock: SharedClock;
  readonly leaseMs: number;
  /** Is told of orders that may have been written down though nobody was told so. */
  readonly onUnanswered: (ids: readonly string[]) => void;
};

type Taken = {
  readonly opening: Opening;
  /** When the lease was asked for: `performance.now()`. */
  readonly since: number;
};

type Wanted = Omit<CountedOrder, 'at' | 'leaseUntil'>;
type Judged = { readonly order: CountedOrder; readonly since: number; readonly verdict: Verdict | null };

const atOnce = 100;

/** Takes orders in their turn, or finds what their click has led to. Throws what speaks against an order. */
export function createTaking(means: Means): (order: Order) => Promise<Taken> {
  const { database, server, hashVisitor, clock } = means;
  const openSoon = createBatches((wanted: readonly Wanted[]) => openOrGiveUp(wanted, means), {
    most: atOnce,
    patience: turnPatience,
  });

  return async ({ visitor, isPaid, ...given }) => {
    const day = dayOf(await clock.now());
    const visitorHash = isPaid && countsVisitors(means.limits) ? await hashVisitor(visitor, day) : null;
    const unit = isPaid && means.budget !== null ? means.budget.unit : null;
    const worstCase = Math.ceil(given.worstCase);
    const wanted = { ...given, id: randomUUID(), server, visitorHash, day, unit, worstCase };
    const { order, since, verdict } = await openSoon(wanted);
    if (verdict === null) return { opening: { kind: 'started', id: order.id }, since };
    if (verdict !== 'known') throw await explainRefusal(database.query, verdict, order, means);
    return { opening: await openingOf(database, order), since };
  };
}

/** Where the way to the database breaks before the answer comes, the orders may stand there all the same. */
async function openOrGiveUp(wanted: readonly Wanted[], means: Means): Promise<Judged[]> {
  try {
    return await openTogether(wanted, means);
  } catch (error) {
    // One that was told to wait was not let through to the database.
    if (!(error instanceof ProblemError)) means.onUnanswered(wanted.map(({ id }) => id));
    throw error;
  }
}

function openTogether(
  wanted: readonly Wanted[],
  { database, clock, leaseMs, ...terms }: Means,
): Promise<Judged[]> {
  const open = database.inOneTrip === null ? openOrders : callOpenOrders;
  return (database.inOneTrip ?? database.inTurn)(async (query) => {
    const [since, at] = [performance.now(), await clock.now()];
    const orders = wanted.map((each) => ({ ...each, at, leaseUntil: at + leaseMs }));
    const verdicts = await open(query, orders, terms);
    return verdicts.flatMap((verdict, place) => {
      const order = orders[place];
      return order === undefined ? [] : { order, since, verdict };
    });
  });
}

/** Of a click that was made before. */
async function openingOf({ query }: Database, { click, at }: CountedOrder): Promise<Opening> {
  const known = click === null ? null : await findClick(query, click, at);
  // It was forgotten in this moment, together with its workspace.
  if (known === null) throw new ProblemError('workspace-deleted');
  const { id, outcome } = known;
  return outcome === 'running' ? { kind: 'running', id } : { kind: 'ended', outcome };
}
