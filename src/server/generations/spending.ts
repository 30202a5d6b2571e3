import type { Usage } from '#core/generation/finished-generation.ts';
import type {
  ModelPiece,
  CompletionRequest,
  WritingJob,
  WritingTerms,
} from '#core/generation/writing-job.ts';
import { follow } from '#core/generation/side-by-side.ts';
import { answerLimit, sumOf, tokensAtMost, tokensOfJob } from '#core/generation/token-limits.ts';
import { estimateTokens, costOf } from '#core/limits/token-count.ts';
import type { Tokens, TokenPrice } from '#core/limits/limits.ts';
import type { DailyBudget } from './ledger/ledger.ts';

/** Returns the most that the job can cost, in the unit of the budget. */
export function worstCaseOf(job: WritingJob, budget: DailyBudget | null): number {
  return amountOf(tokensOfJob(job), job.terms.price, budget);
}

export type Spending = {
  /** Whether one more call stays within `worstCase`, even when earlier calls took more than they were allowed. */
  hasRoomFor(request: CompletionRequest, worstCase: number, budget: DailyBudget | null): boolean;
  /** Passes on the pieces of one call and records what they cost. */
  watch(request: CompletionRequest, pieces: AsyncIterable<ModelPiece>): AsyncIterable<ModelPiece>;
  /** Whether the provider accepted a call. Otherwise nothing was spent. */
  hasBegun(): boolean;
  /** Whether any text of the model has come. */
  hasWritten(): boolean;
  /**
   * Returns the cost in the unit of the budget: as the provider counts it, or else as estimated from the texts. A call
   * costs at most its longest prompt and the limit of its answer.
   */
  amount(budget: DailyBudget | null): number;
  /** Returns the cost in tokens and dollars; null while nothing is spent. */
  usage(): Usage | null;
};

/** A call of which the provider counts more than is booked. */
export type Excess = { readonly counted: Tokens; readonly booked: Tokens };

/** Adds up all calls of a generation. Calls `onExcess` once for each call that is booked with less than was counted. */
export function createSpending(
  { model, price }: WritingTerms,
  onExcess: (excess: Excess) => void = () => {},
): Spending {
  const calls: Call[] = [];
  const begun = () => calls.filter((call) => call.hasBegun);
  const spent = () =>
    begun()
      .map((call) => withinLimits(call.counted ?? estimate(call, model), call.request))
      .reduce(sumOf, { inputTokens: 0, outputTokens: 0 });

  return {
    hasRoomFor(request, worstCase, budget) {
      const held = calls.map((call) => call.counted ?? tokensAtMost(call.request));
      return amountOf(held.reduce(sumOf, tokensAtMost(request)), price, budget) <= worstCase;
    },
    hasBegun: () => begun().length > 0,
    hasWritten: () => calls.some((call) => call.hasWritten),
    amount: (budget) => amountOf(spent(), price, budget),
    usage() {
      if (begun().length === 0) return null;
      const tokens = spent();
      return { ...tokens, costUsd: price === null ? null : costOf(tokens, price) };
    },
    watch(request, pieces) {
      const call: Call = { request, texts: [], hasBegun: false, hasWritten: false, counted: null };
      calls.push(call);
      return follow(pieces, {
        take(piece) {
          if (piece.type === 'answer') call.hasBegun = true;
          else if (piece.type === 'usage') call.counted = piece;
          else {
            call.texts.push(piece.text);
            call.hasWritten ||= piece.type === 'text' && piece.text.trim() !== '';
          }
        },
        end() {
          const excess = excessOf(call);
          if (excess !== null) onExcess(excess);
        },
      });
    },
  };
}

type Call = {
  readonly request: CompletionRequest;
  readonly texts: string[];
  hasBegun: boolean;
  hasWritten: boolean;
  /** As the provider counts, without any limit. */
  counted: Tokens | null;
};

function estimate({ request, texts }: Call, model: WritingTerms['model']): Tokens {
  const { system, user } = request.prompt;
  const count = (text: string) => estimateTokens(text, model?.tokenizer);
  // The thoughts of a model do not arrive. They may have used all that was allowed.
  const outputTokens = model?.reasons === true ? request.maxOutputTokens : null;
  return {
    inputTokens: count(system) + count(user),
    outputTokens: outputTokens ?? count(texts.join('')),
  };
}

function excessOf({ counted, request }: Call): Excess | null {
  if (counted === null) return null;
  const { inputTokens, outputTokens } = counted;
  const booked = withinLimits(counted, request);
  const isWithin = booked.inputTokens === inputTokens && booked.outputTokens === outputTokens;
  return isWithin ? null : { counted: { inputTokens, outputTokens }, booked };
}

function withinLimits({ inputTokens, outputTokens }: Tokens, request: CompletionRequest): Tokens {
  return {
    inputTokens: Math.min(inputTokens, tokensAtMost(request).inputTokens),
    outputTokens: Math.min(outputTokens, answerLimit(request)),
  };
}

/** Returns the cost of the tokens in the unit of the budget. */
export function amountOf(tokens: Tokens, price: TokenPrice | null, budget: DailyBudget | null): number {
  const { inputTokens, outputTokens } = tokens;
  if (budget?.unit !== 'usd' || price === null) return inputTokens + outputTokens;
  // A price in dollars per million tokens is a price in millionths of a dollar per token.
  return Math.ceil(inputTokens * price.input + outputTokens * price.output);
}
