import type { Kysely } from 'kysely';

import type { Tables } from '#server/db/database.ts';
import { nameStorageFailure } from '#server/db/storage-failure.ts';

import { dayOf } from './days.ts';
import type { Ledger } from './ledger.ts';
import { countsVisitors, explainRefusal, judge } from './rules.ts';
import type { Terms } from './rules.ts';
import type { SharedClock } from './shared-clock.ts';

type Means = Terms & {
  readonly clock: SharedClock;
  readonly hashVisitor: (visitor: string, day: number) => Promise<string>;
};

type Asked = Parameters<Ledger['check']>[0];

/** Throws why an order for the model cannot be taken now, whatever it costs. What only its turn can tell is let pass. */
export async function refuseEarly(query: Kysely<Tables>, order: Asked, means: Means): Promise<void> {
  const refusal = await nameStorageFailure(() => findRefusal(query, order, means));
  if (refusal !== null) throw refusal;
}

async function findRefusal(
  query: Kysely<Tables>,
  { workspace, visitor, click }: Asked,
  { clock, hashVisitor, ...terms }: Means,
) {
  const at = await clock.now();
  const day = dayOf(at);
  const visitorHash = countsVisitors(terms.limits) ? await hashVisitor(visitor, day) : null;
  const unit = terms.budget?.unit ?? null;
  const order = { workspace, visitorHash, at, day, unit, worstCase: 1, click };
  const verdict = await judge(query, order, terms);
  return verdict === null || verdict === 'known' ? null : explainRefusal(query, verdict, order, terms);
}
