import type { Kysely } from 'kysely';

import type { ProblemError } from '#core/problem/problem.ts';
import type { Tables } from '#server/database/database.ts';
import { nameStorageFailure } from '#server/database/storage-failure.ts';

import { findClick } from './clicks.ts';
import { dayOf } from './days.ts';
import { countsVisitors, findRefusal } from './find-refusal.ts';
import type { Terms } from './find-refusal.ts';
import { hasLeakedOrders } from './leaked-orders.ts';
import type { Ledger } from './ledger.ts';
import type { SharedClock } from './shared-clock.ts';

type Means = Terms & {
  readonly clock: SharedClock;
  readonly hashVisitor: (visitor: string, day: number) => Promise<string>;
};

type Asked = Parameters<Ledger['check']>[0];

/** Throws why an order for the model cannot be taken now, whatever it costs. What only its turn can tell is let pass. */
export async function refuseEarly(query: Kysely<Tables>, order: Asked, means: Means): Promise<void> {
  const refusal = await nameStorageFailure(() => findCertain(query, order, means));
  if (refusal !== null) throw refusal;
}

async function findCertain(
  query: Kysely<Tables>,
  { workspace, visitor, click }: Asked,
  { clock, hashVisitor, ...terms }: Means,
): Promise<ProblemError | null> {
  const at = await clock.now();
  const day = dayOf(at);
  const visitorHash = countsVisitors(terms.limits) ? await hashVisitor(visitor, day) : null;
  const order = { workspace, visitorHash, at, day, isPaid: true, worstCase: 1 };
  const refusal = await findRefusal(query, order, terms);
  if (refusal === null || (await hasLeakedOrders(query, at))) return null;
  const isKnown = click !== null && (await findClick(query, click, at)) !== null;
  return isKnown ? null : refusal;
}
