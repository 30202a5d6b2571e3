import { ProblemError } from '#core/errors/problem-messages.ts';
import { generate } from '#core/generation/generate.ts';
import type { FinishedGeneration, Steps } from '#core/generation/finished-generation.ts';
import { runTask } from '#core/generation/long-tasks.ts';
import type { WritingJob } from '#core/generation/writing-job.ts';
import type { DailyBudget } from '#server/config/config.ts';
import type { ChatModel } from '#server/model/chat-model.ts';
import {
  repeatOrder,
  writeRecord,
  type Ending,
  type IdempotencyKey,
} from '#server/orders/idempotency-key.ts';
import type { OrderStore } from '#server/orders/order-store.ts';
import { openPaidClient } from '#server/orders/paid-client.ts';
import { createSpending, worstCaseOf, type Spending } from '#server/orders/spending.ts';

import { hashOf } from '#cli/files/text-file.ts';

export type PaidServices = {
  readonly orderStore: OrderStore;
  readonly budget: DailyBudget | null;
  readonly model: ChatModel;
};

/**
 * Runs the job of the queue with this id as an order of the ledger, so that its answer is paid once: a second worker
 * waits for the order of the first one, or gets its result. An order whose worker is gone is followed by another one.
 *
 * @throws ProblemError as `generate` does, and 'budget-spent'
 */
export async function* writePaidJob(
  id: string,
  job: WritingJob,
  services: PaidServices,
  signal: AbortSignal,
): Steps {
  const { orderStore } = services;
  for (let attempt = 0; ; attempt += 1) {
    const key = keyOf(id, attempt);
    const known = await orderStore.find(key);
    if (known === null) {
      const generation = await startOrder(key, job, services, signal);
      if (generation !== null) return yield { type: 'result', generation };
    } else if (known.state !== 'running' && known.state !== 'done') continue;
    const repeated = await repeat(orderStore, key, signal);
    if (repeated !== null) return yield { type: 'result', generation: repeated };
  }
}

function keyOf(id: string, attempt: number): IdempotencyKey {
  const text = `${id}:${attempt}`;
  return { text, keyHash: hashOf(`job ${text}`), bodyHash: hashOf(text) };
}

/** Waits for the end of an order. Null: its worker is gone, or it left no result. */
async function repeat(
  orderStore: OrderStore,
  key: IdempotencyKey,
  signal: AbortSignal,
): Promise<FinishedGeneration | null> {
  try {
    return await repeatOrder(orderStore, key, signal);
  } catch (failure) {
    const isGone =
      failure instanceof ProblemError &&
      (failure.code === 'generation-interrupted' || failure.code === 'generation-abandoned');
    if (!isGone) throw failure;
    return null;
  }
}

/** Opens the order and runs it to its end. Null: another worker has just opened it. */
async function startOrder(
  key: IdempotencyKey,
  job: WritingJob,
  { orderStore, budget, model }: PaidServices,
  signal: AbortSignal,
): Promise<FinishedGeneration | null> {
  const worstCase = worstCaseOf(job, budget);
  const order = { workspace: 'queue', visitor: 'queue', isPaid: true, worstCase, key };
  const ending = new AbortController();
  const opened = await orderStore.open(order, () => ending.abort());
  if (opened.kind === 'known') return null;
  const spending = createSpending(job.terms);
  const either = AbortSignal.any([signal, ending.signal]);
  const paid = { model, terms: job.terms, spending, worstCase, budget };
  const client = openPaidClient({ ...paid, run: async (task) => runTask(task) }, either);
  const settle = (end: Ending) => orderStore.settle(opened.id, settlementOf(end, key, spending, budget));
  try {
    const generation = await resultOf(generate(job, client));
    await settle({ type: 'result', generation });
    return generation;
  } catch (failure) {
    const problem =
      failure instanceof ProblemError ? failure : new ProblemError('unexpected', { cause: failure });
    await settle({ type: 'problem', problem });
    throw failure;
  }
}

async function resultOf(steps: Steps): Promise<FinishedGeneration> {
  for await (const step of steps) if (step.type === 'result') return step.generation;
  throw new ProblemError('unexpected', { cause: 'The generation ended without a result.' });
}

function settlementOf(end: Ending, key: IdempotencyKey, spending: Spending, budget: DailyBudget | null) {
  const state = end.type === 'result' ? ('done' as const) : ('failed' as const);
  return { state, spent: spending.amount(budget), isCounted: false, record: writeRecord(end, key.text) };
}
