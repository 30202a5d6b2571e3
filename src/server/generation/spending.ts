import type { Usage } from '#core/generation/finished-generation.ts';
import { follow } from '#core/generation/follow.ts';
import type { ModelPiece } from '#core/generation/model-piece.ts';
import type { WritingJob } from '#core/generation/writing-job.ts';
import type { WritingTerms } from '#core/generation/writing-terms.ts';
import { estimateTokens, inputTokensAtMost } from '#core/model/token-count.ts';
import { costOf } from '#core/model/token-price.ts';
import type { TokenPrice } from '#core/model/token-price.ts';
import type { DailyBudget } from '#server/ledger/ledger.ts';

type Tokens = { readonly inputTokens: number; readonly outputTokens: number };

/** Of a job without a cap of its own: more than three versions of the longest content take. */
const uncapped = 128_000;

/** The most that the job can cost, in the unit of the budget. */
export function worstCaseOf(job: WritingJob, budget: DailyBudget | null): number {
  const inputTokens = inputTokensAtMost([job.prompt.system, job.prompt.user]);
  return amountOf({ inputTokens, outputTokens: job.maxOutputTokens ?? uncapped }, job.price, budget);
}

export type Spending = {
  /** Passes on what the model says, and takes note of it. */
  watch(pieces: AsyncIterable<ModelPiece>): AsyncIterable<ModelPiece>;
  /** Whether the provider was asked and did not refuse: else nothing was spent. */
  hasBegun(): boolean;
  /** In the unit of the budget: as the provider counts, else as can be told from what was sent and has arrived. */
  amount(budget: DailyBudget | null): number;
  /** The same in tokens and dollars; null while nothing is spent. */
  usage(): Usage | null;
};

export function createSpending(job: WritingJob, { model }: WritingTerms): Spending {
  const texts: string[] = [];
  let hasBegun = false;
  let counted: Tokens | null = null;

  function estimate(): Tokens {
    const { system, user } = job.prompt;
    const count = (text: string) => estimateTokens(text, model?.tokenizer);
    // What a model thinks does not arrive: it may have been all that it was allowed.
    const outputTokens = model?.reasons === true ? job.maxOutputTokens : null;
    return {
      inputTokens: count(system) + count(user),
      outputTokens: outputTokens ?? count(texts.join('')),
    };
  }

  return {
    hasBegun: () => hasBegun,
    amount: (budget) => (hasBegun ? amountOf(counted ?? estimate(), job.price, budget) : 0),
    usage() {
      if (!hasBegun) return null;
      const { inputTokens, outputTokens } = counted ?? estimate();
      const costUsd = job.price === null ? null : costOf({ inputTokens, outputTokens }, job.price);
      return { inputTokens, outputTokens, costUsd };
    },
    watch: (pieces) =>
      follow(pieces, {
        take(piece) {
          if (piece.type === 'answer') hasBegun = true;
          else if (piece.type === 'text') texts.push(piece.text);
          else counted = piece;
        },
      }),
  };
}

/** In the unit of the budget. */
export function amountOf(tokens: Tokens, price: TokenPrice | null, budget: DailyBudget | null): number {
  const { inputTokens, outputTokens } = tokens;
  if (budget?.unit !== 'usd' || price === null) return inputTokens + outputTokens;
  // Dollars for a million tokens are millionths of a dollar for one.
  return Math.ceil(inputTokens * price.input + outputTokens * price.output);
}
