import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';

import { ProblemError } from '#core/problem/problem.ts';
import type { Database } from '#server/database/database.ts';

import { findClick } from './clicks.ts';
import type { CountedOrder } from './counted-order.ts';
import { dayOf } from './days.ts';
import type { Opening, Order } from './ledger.ts';
import { openOrder } from './open-order.ts';
import { callOpenOrder } from './procedures.ts';
import { countsVisitors, explainRefusal } from './rules.ts';
import type { Terms } from './rules.ts';
import type { SharedClock } from './shared-clock.ts';

type Means = Terms & {
  readonly database: Database;
  readonly server: string;
  readonly hashVisitor: (visitor: string, day: number) => Promise<string>;
  readonly clock: SharedClock;
  readonly leaseMs: number;
};

type Taken = {
  readonly opening: Opening;
  /** When the lease was asked for: `performance.now()`. */
  readonly since: number;
};

/** Takes an order in its turn, or finds what its click has led to. Throws what speaks against it. */
export async function takeOrder(
  { visitor, isPaid, ...given }: Order,
  { database, server, hashVisitor, clock, leaseMs, ...terms }: Means,
): Promise<Taken> {
  const day = dayOf(await clock.now());
  const visitorHash = isPaid && countsVisitors(terms.limits) ? await hashVisitor(visitor, day) : null;
  const unit = isPaid && terms.budget !== null ? terms.budget.unit : null;
  const wanted = { ...given, server, visitorHash, day, unit, worstCase: Math.ceil(given.worstCase) };
  const { query, inOneTrip, inTurn } = database;
  const open = inOneTrip === null ? openOrder : callOpenOrder;
  const { order, since, verdict } = await (inOneTrip ?? inTurn)(async (turn) => {
    const [began, at] = [performance.now(), await clock.now()];
    const timed: CountedOrder = { ...wanted, id: randomUUID(), at, leaseUntil: at + leaseMs };
    return { order: timed, since: began, verdict: await open(turn, timed, terms) };
  });
  if (verdict === null) return { opening: { kind: 'started', id: order.id }, since };
  if (verdict !== 'known') throw await explainRefusal(query, verdict, order, terms);
  const known = order.click === null ? null : await findClick(query, order.click, order.at);
  // It was forgotten in this moment, together with its workspace.
  if (known === null) throw new ProblemError('workspace-deleted');
  const { id, outcome } = known;
  return {
    opening: outcome === 'running' ? { kind: 'running', id } : { kind: 'ended', outcome },
    since,
  };
}
