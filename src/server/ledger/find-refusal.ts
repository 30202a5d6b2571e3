import type { Kysely } from 'kysely';

import { ProblemError } from '#core/problem/problem.ts';
import type { Tables } from '#server/database/database.ts';

import { readBudget } from './budgets.ts';
import type { CountedOrder } from './counted-order.ts';
import type { DailyBudget, LedgerLimits } from './ledger.ts';
import { refuseBudget, refuseDay, refuseMinute } from './refusals.ts';

const minute = 60_000;

export type Terms = { readonly limits: LedgerLimits; readonly budget: DailyBudget | null };

type Asked = Pick<CountedOrder, 'workspace' | 'visitorHash' | 'at' | 'day' | 'isPaid' | 'worstCase'>;

export function countsVisitors({ perMinute, perDay }: LedgerLimits): boolean {
  return perMinute !== null || perDay !== null;
}

/** Why the order cannot be taken now; null where it can. */
export async function findRefusal(
  query: Kysely<Tables>,
  order: Asked,
  { limits, budget }: Terms,
): Promise<ProblemError | null> {
  return (
    (await workspaceRefusal(query, order, limits)) ??
    (await visitorRefusal(query, order, limits)) ??
    (budget === null || !order.isPaid ? null : await budgetRefusal(query, order, budget))
  );
}

async function workspaceRefusal(
  query: Kysely<Tables>,
  { workspace }: Asked,
  { runningPerWorkspace }: LedgerLimits,
): Promise<ProblemError | null> {
  if (runningPerWorkspace === null) return null;
  const { running } = await query
    .selectFrom('ledger_orders')
    .select((eb) => eb.fn.countAll<number>().as('running'))
    .where('workspace_id', '=', workspace)
    .where('lease_until', 'is not', null)
    .executeTakeFirstOrThrow();
  return running < runningPerWorkspace ? null : new ProblemError('workspace-running');
}

async function visitorRefusal(
  query: Kysely<Tables>,
  { visitorHash, at }: Asked,
  { perMinute, perDay }: LedgerLimits,
): Promise<ProblemError | null> {
  if (visitorHash === null) return null;
  if (perMinute !== null) {
    const ofVisitor = query.selectFrom('ledger_orders').where('visitor_hash', '=', visitorHash);
    // The last of as many as a minute allows: when it is a minute old, another may follow.
    const blocking = await ofVisitor
      .select('started_at')
      .where('started_at', '>', at - minute)
      .orderBy('started_at', 'desc')
      .offset(perMinute - 1)
      .limit(1)
      .executeTakeFirst();
    if (blocking !== undefined) return refuseMinute(perMinute, blocking.started_at + minute, at);
  }
  if (perDay === null || (await countVisitorDay(query, visitorHash)) < perDay) return null;
  return refuseDay(perDay, at);
}

/** A visitor's hash is of one day. */
export async function countVisitorDay(query: Kysely<Tables>, visitorHash: string): Promise<number> {
  const { used } = await query
    .selectFrom('ledger_orders')
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .where('visitor_hash', '=', visitorHash)
    .where('is_counted', '=', 1)
    .executeTakeFirstOrThrow();
  return used;
}

async function budgetRefusal(
  query: Kysely<Tables>,
  { day, worstCase, at }: Asked,
  { unit, perDay }: DailyBudget,
): Promise<ProblemError | null> {
  const { spent, reserved } = await readBudget(query, { day, unit });
  if (spent + reserved + worstCase <= perDay) return null;
  return refuseBudget({ perDay, spent, worstCase }, at);
}
