import type { Kysely } from 'kysely';

import { ProblemError } from '#core/errors/problem.ts';
import type { Tables } from '#server/db/database.ts';

import { keyLifetime } from './clock.ts';
import type { DailyBudget, HashedKey, Outcome, Settlement } from './ledger.ts';
import { judge, type LedgerOrder, type LedgerTerms, type Verdict } from './rules.ts';

type Account = { readonly day: number; readonly unit: DailyBudget['unit'] };
type Sums = { readonly spent: number; readonly reserved: number };

export async function readBudget(query: Kysely<Tables>, { day, unit }: Account): Promise<Sums> {
  const row = await query
    .selectFrom('ledger_budgets')
    .select(['spent', 'reserved'])
    .where('day', '=', day)
    .where('unit', '=', unit)
    .executeTakeFirst();
  return row ?? { spent: 0, reserved: 0 };
}

/** Adds the changes to both sums. A negative change is subtracted. */
export async function changeBudget(
  query: Kysely<Tables>,
  { day, unit }: Account,
  change: Sums,
): Promise<void> {
  await query
    .insertInto('ledger_budgets')
    .values({ day, unit, ...change })
    .onConflict((conflict) =>
      conflict.columns(['day', 'unit']).doUpdateSet((eb) => ({
        spent: eb('ledger_budgets.spent', '+', change.spent),
        reserved: eb('ledger_budgets.reserved', '+', change.reserved),
      })),
    )
    .execute();
}

/** Returns the order with this idempotency key; null when there is none or it is too old to be repeated. */
export async function findOrder(
  query: Kysely<Tables>,
  key: HashedKey,
  at: number,
): Promise<{ readonly id: string; readonly outcome: Outcome | 'running' } | null> {
  const row = await query
    .selectFrom('ledger_orders')
    .select(['id', 'body_hash', 'started_at', 'lease_until', 'outcome', 'record'])
    .where('key_hash', '=', key.keyHash)
    .executeTakeFirst();
  if (row === undefined || row.started_at <= at - keyLifetime) return null;
  if (row.body_hash !== key.bodyHash) throw new ProblemError('idempotency-key-reused');
  const { id, lease_until: leaseUntil, outcome, record } = row;
  if (leaseUntil !== null && leaseUntil > at) return { id, outcome: 'running' };
  return { id, outcome: { state: outcome ?? 'interrupted', record } };
}

/** Deletes from the ended orders of a workspace all but who made them and what they cost. */
export async function forgetOrders(query: Kysely<Tables>, workspace: string): Promise<void> {
  await query
    .updateTable('ledger_orders')
    .set({ workspace_id: '', key_hash: null, body_hash: null, record: null })
    .where('workspace_id', '=', workspace)
    .where('lease_until', 'is', null)
    .execute();
}

/** Lets a key be used again. */
async function freeKey(query: Kysely<Tables>, { keyHash }: HashedKey): Promise<void> {
  await query
    .updateTable('ledger_orders')
    .set({ key_hash: null, body_hash: null, record: null })
    .where('key_hash', '=', keyHash)
    .execute();
}

/** Opens one order after the other in the current transaction. Returns for each why it is refused, or null. */
export async function openOrders(
  query: Kysely<Tables>,
  orders: readonly LedgerOrder[],
  terms: LedgerTerms,
): Promise<(Verdict | null)[]> {
  const verdicts: (Verdict | null)[] = [];
  for (const order of orders) {
    const verdict = await judge(query, order, terms);
    if (verdict === null) await writeOrder(query, order);
    verdicts.push(verdict);
  }
  return verdicts;
}

/** Writes the order and holds back what it may cost. */
async function writeOrder(query: Kysely<Tables>, order: LedgerOrder): Promise<void> {
  const { day, unit, key } = order;
  const reserved = unit === null ? 0 : order.worstCase;
  if (unit !== null) await changeBudget(query, { day, unit }, { spent: 0, reserved });
  if (key !== null) await freeKey(query, key);
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
      key_hash: key?.keyHash ?? null,
      body_hash: key?.bodyHash ?? null,
    })
    .execute();
}

export type Settled = Settlement & { readonly id: string };

/** Settles one order after the other in the current transaction. */
export async function settleOrders(query: Kysely<Tables>, settled: readonly Settled[]): Promise<void> {
  for (const each of settled) await settleOrder(query, each);
}

/**
 * Charges the day in which the order was opened. When the order was booked as interrupted, its real cost replaces the
 * booked one.
 */
async function settleOrder(
  query: Kysely<Tables>,
  { id, isCounted, state, record, ...settlement }: Settled,
): Promise<void> {
  const spent = Math.ceil(settlement.spent);
  const order = await query
    .selectFrom('ledger_orders')
    .select(['day', 'unit', 'spent', 'reserved'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lease_until', 'is not', null), eb('outcome', '=', 'interrupted')]))
    .executeTakeFirst();
  if (order === undefined) return;
  const { day, unit, spent: booked, reserved } = order;
  await query
    .updateTable('ledger_orders')
    .set({
      outcome: state,
      lease_until: null,
      reserved: 0,
      spent,
      is_counted: isCounted ? 1 : 0,
      record,
    })
    .where('id', '=', id)
    .execute();
  if (unit !== null) await changeBudget(query, { day, unit }, { spent: spent - booked, reserved: -reserved });
}
