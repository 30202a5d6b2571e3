import { randomUUID } from 'node:crypto';

import type { Kysely } from 'kysely';

import type { ProblemError } from '#core/problem/problem.ts';
import type { Tables } from '#server/database/database.ts';

import { changeBudget } from './budgets.ts';
import type { CountedOrder } from './counted-order.ts';
import { findClick, forgetClick } from './clicks.ts';
import { findRefusal } from './find-refusal.ts';
import type { Terms } from './find-refusal.ts';
import { returnLeakedOrders } from './leaked-orders.ts';
import type { Opening } from './ledger.ts';

/** Takes its turn's transaction. A refusal is returned, not thrown, so that what it gave back stays given back. */
export async function openOrder(
  query: Kysely<Tables>,
  order: CountedOrder,
  terms: Terms,
): Promise<Opening | ProblemError> {
  await returnLeakedOrders(query, order.at);
  const known = order.click === null ? null : await findClick(query, order.click, order.at);
  if (known !== null) {
    const { id, outcome } = known;
    return outcome === 'running' ? { kind: 'running', id } : { kind: 'ended', outcome };
  }
  const refusal = await findRefusal(query, order, terms);
  if (refusal !== null) return refusal;
  return { kind: 'started', id: await writeOrder(query, order, terms) };
}

async function writeOrder(query: Kysely<Tables>, order: CountedOrder, { budget }: Terms): Promise<string> {
  const { day, click } = order;
  const unit = order.isPaid ? (budget?.unit ?? null) : null;
  const reserved = unit === null ? 0 : order.worstCase;
  if (unit !== null) await changeBudget(query, { day, unit }, { spent: 0, reserved });
  if (click !== null) await forgetClick(query, click);
  const id = randomUUID();
  await query
    .insertInto('ledger_orders')
    .values({
      id,
      workspace_id: order.workspace,
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
  return id;
}
