import type { Kysely } from 'kysely';

import { ProblemError } from '#core/errors/problem.ts';
import type { Tables } from '#server/db/database.ts';

import { dayLength } from './days.ts';
import type { Click, Outcome } from './ledger.ts';

/** How long a click can be repeated, in milliseconds. */
export const repeatable = dayLength;

/** What a click has led to: null where it is new, and where it was made so long ago that it counts as new. */
export async function findClick(
  query: Kysely<Tables>,
  click: Click,
  at: number,
): Promise<{ readonly id: string; readonly outcome: Outcome | 'running' } | null> {
  const row = await query
    .selectFrom('ledger_orders')
    .select(['id', 'body_hash', 'started_at', 'lease_until', 'outcome', 'record'])
    .where('key_hash', '=', click.keyHash)
    .executeTakeFirst();
  if (row === undefined || row.started_at <= at - repeatable) return null;
  if (row.body_hash !== click.bodyHash) throw new ProblemError('idempotency-key-reused');
  const { id, lease_until: leaseUntil, outcome, record } = row;
  if (leaseUntil !== null && leaseUntil > at) return { id, outcome: 'running' };
  return { id, outcome: { state: outcome ?? 'interrupted', record } };
}

/** Leaves nothing of a workspace's orders but that visitors made them and what they cost. */
export async function forgetOrders(query: Kysely<Tables>, workspace: string): Promise<void> {
  await query
    .updateTable('ledger_orders')
    .set({ workspace_id: '', key_hash: null, body_hash: null, record: null })
    .where('workspace_id', '=', workspace)
    .where('lease_until', 'is', null)
    .execute();
}

/** Lets a key be used again whose first use is long ago. */
export async function forgetClick(query: Kysely<Tables>, { keyHash }: Click): Promise<void> {
  await query
    .updateTable('ledger_orders')
    .set({ key_hash: null, body_hash: null, record: null })
    .where('key_hash', '=', keyHash)
    .execute();
}
