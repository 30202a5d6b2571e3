import type { Kysely } from 'kysely';

import type { Tables } from '#server/db/database.ts';

import { changeBudget } from './budgets.ts';
import { forgetClick } from './clicks.ts';
import type { CountedOrder } from './counted-order.ts';
import { judge } from './rules.ts';
import type { Terms, Verdict } from './rules.ts';

/** One after the other, in their turn's transaction. Says of each what speaks against it. */
export async function openOrders(
  query: Kysely<Tables>,
  orders: readonly CountedOrder[],
  terms: Terms,
): Promise<(Verdict | null)[]> {
  const verdicts: (Verdict | null)[] = [];
  for (const order of orders) verdicts.push(await openOrder(query, order, terms));
  return verdicts;
}

/** Writes the order down, and holds back what it may cost, unless a rule speaks against it. */
async function openOrder(query: Kysely<Tables>, order: CountedOrder, terms: Terms): Promise<Verdict | null> {
  const verdict = await judge(query, order, terms);
  if (verdict === null) await writeOrder(query, order);
  return verdict;
}

async function writeOrder(query: Kysely<Tables>, order: CountedOrder): Promise<void> {
  const { day, unit, click } = order;
  const reserved = unit === null ? 0 : order.worstCase;
  if (unit !== null) await changeBudget(query, { day, unit }, { spent: 0, reserved });
  if (click !== null) await forgetClick(query, click);
  await query
    .insertInto('ledger_orders')
    .values({
      id: order.id,
      workspace_id: order.workspace,
      server: order.server,
      started_at: order.at,
      lease_until: order.leaseUntil,
      visitor_hash: order.visitorHash,
      is_counted: 1,
      day,
      unit,
      reserved,
      spent: 0,
      key_hash: click?.keyHash ?? null,
      body_hash: click?.bodyHash ?? null,
    })
    .execute();
}
