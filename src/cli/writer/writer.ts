import type { Steps } from '#core/generation/finished-generation.ts';
import { generateBuiltIn } from '#core/generation/draft.ts';
import { generate } from '#core/generation/generate.ts';
import { runTask, type RunTask } from '#core/generation/long-tasks.ts';
import { tokensOfJob, type WritingJob } from '#core/generation/writing-job.ts';
import type { WritingTerms } from '#core/limits/terms.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import { ConfigError, readConfig, type Config, type DailyBudget } from '#server/config/config.ts';
import type { ChatModel } from '#server/model/chat-model.ts';
import { openPaidClient } from '#server/orders/paid-client.ts';
import { amountOf, createSpending, type Spending } from '#server/orders/spending.ts';

import { UsageError } from '#cli/lib/command.ts';

/** Who writes, and on which terms. */
export type Writer = {
  readonly terms: WritingTerms;
  readonly budget: DailyBudget | null;
  /** Null: the built-in writer. */
  readonly model: NonNullable<Config['model']> | null;
};

/**
 * Reads the writer from the environment variables of the server.
 *
 * @param maxUsd replaces the budget of a day; null: that budget is the limit
 * @throws UsageError that names each wrong variable
 */
export function readWriter(environment: NodeJS.ProcessEnv, maxUsd: string | null): Writer {
  const limit = maxUsd === null ? {} : { BUDGET_DAILY_USD: maxUsd, BUDGET_DAILY_TOKENS: 'off' };
  try {
    const { maxContentChars, protocol, model, budget } = readConfig({ ...environment, ...limit });
    const limits = { maxContentChars, model: model?.limits ?? null, price: model?.price ?? null };
    return { model, budget, terms: { ...limits, protocol: model === null ? null : protocol } };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new UsageError(error.message.replaceAll('BUDGET_DAILY_USD', maxUsd === null ? '$&' : '--max-usd'));
  }
}

/** Calls the model of the environment. */
export async function openModel({ model }: Writer): Promise<ChatModel | null> {
  if (model === null) return null;
  const { createOpenAiModel } = await import('#server/model/chat-model.ts');
  return createOpenAiModel(model, { limits: { totalMs: model.timeoutMs } });
}

/** Returns the most that a job can cost, in the unit of the budget. */
function worstCaseOfJob(job: WritingJob, budget: DailyBudget | null): number {
  return amountOf(tokensOfJob(job), job.terms.price, budget);
}

type Written = {
  readonly budget: DailyBudget | null;
  /** Null: the built-in writer writes. */
  readonly model: ChatModel | null;
  readonly onCall?: (request: CompletionRequest) => void;
};

const run: RunTask = async (task) => runTask(task);

/** Writes one job. Returns its steps, and what it costs. */
export function writeJob(
  job: WritingJob,
  { budget, model, onCall = () => {} }: Written,
  signal: AbortSignal,
): { readonly steps: Steps; readonly spending: Spending } {
  const spending = createSpending(job.terms);
  if (model === null) return { steps: generateBuiltIn(job, run), spending };
  const worstCase = worstCaseOfJob(job, budget);
  const calls = { model, terms: job.terms, spending, worstCase, budget, run, onCall };
  return { steps: generate(job, openPaidClient(calls, signal)), spending };
}
