import type { Allowance } from '#contract/visitor.ts';
import type { Usage } from '#core/generation/finished-generation.ts';
import type { Tokens, WritingTerms, TokenPrice } from '#core/limits/terms.ts';
import type { OnPiece } from '#core/generation/generation-client.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import { type WritingJob, tokensOfJob } from '#core/generation/writing-job.ts';
import { answerLimit, sumOf, tokensAtMost, costOf, estimateTokens } from '#core/limits/tokens.ts';
import { dearestTokens } from '#core/limits/content-limit.ts';
import type { Config, DailyBudget } from '#server/config/config.ts';
import type { Budget } from '#server/observe/meter.ts';

import type { OrderStore } from './order-store.ts';

/** Returns the most that the job can cost, in the unit of the budget. */
export function worstCaseOf(job: WritingJob, budget: DailyBudget | null): number {
  return amountOf(tokensOfJob(job), job.terms.price, budget);
}

/** The tokens of a call for which the provider counted more than was booked. */
export type Excess = { readonly counted: Tokens; readonly booked: Tokens };

/** The cost of all calls of one generation. */
export type Spending = {
  /** Returns whether one more call stays within `worstCase`, even when earlier calls used more than allowed. */
  fits(request: CompletionRequest, worstCase: number, budget: DailyBudget | null): boolean;
  /** Returns whether the provider accepted a call. Otherwise nothing was spent. */
  hasBegun(): boolean;
  hasWritten(): boolean;
  /**
   * Returns the cost in the unit of the budget, by the count of the provider or else by an estimate. A call costs at
   * most its longest prompt and the limit of its answer.
   */
  amount(budget: DailyBudget | null): number;
  /** Returns the cost in tokens and dollars; null while nothing is spent. */
  usage(): Usage | null;
  /** Records what one call costs. Returns a function that reads its pieces and passes them on. */
  watch(request: CompletionRequest, onPiece: OnPiece): OnPiece;
};

/** Calls `onExcess` once for each call for which less was booked than the provider counted. */
export function createSpending(
  { model, price }: WritingTerms,
  onExcess: (excess: Excess) => void = () => {},
): Spending {
  const calls: Call[] = [];
  const begun = () => calls.filter((call) => call.hasBegun);
  const spent = () =>
    begun()
      .map((call) => withinLimits(call.counted ?? estimate(call, model), call))
      .reduce(sumOf, { inputTokens: 0, outputTokens: 0 });

  return {
    fits(request, worstCase, budget) {
      const used = calls.map(({ counted, most }) => counted ?? most);
      return amountOf(used.reduce(sumOf, tokensAtMost(request)), price, budget) <= worstCase;
    },
    hasBegun: () => begun().length > 0,
    hasWritten: () => calls.some((call) => call.hasWritten),
    amount: (budget) => amountOf(spent(), price, budget),
    usage() {
      if (begun().length === 0) return null;
      const tokens = spent();
      return { ...tokens, costUsd: price === null ? null : costOf(tokens, price) };
    },
    watch(request, onPiece) {
      const most = tokensAtMost(request);
      const call: Call = { request, most, texts: [], hasBegun: false, hasWritten: false, counted: null };
      calls.push(call);
      return (piece) => {
        if (piece.type === 'answer') call.hasBegun = true;
        else if (piece.type === 'usage') {
          call.counted = piece;
          const excess = excessOf(piece, call);
          if (excess !== null) onExcess(excess);
        } else {
          call.texts.push(piece.text);
          call.hasWritten ||= piece.type === 'text' && piece.text.trim() !== '';
        }
        return onPiece(piece);
      };
    },
  };
}

type Call = {
  readonly request: CompletionRequest;
  readonly most: Tokens;
  readonly texts: string[];
  hasBegun: boolean;
  hasWritten: boolean;
  /** The tokens that the provider counted, without any limit. */
  counted: Tokens | null;
};

function estimate({ request, texts }: Call, model: WritingTerms['model']): Tokens {
  const { system, user } = request.prompt;
  const count = (text: string) => estimateTokens(text, model?.tokenizer);
  // The thoughts of a model do not arrive. They may have used all allowed tokens.
  const outputTokens = model?.reasons === true ? request.maxOutputTokens : null;
  return {
    inputTokens: count(system) + count(user),
    outputTokens: outputTokens ?? count(texts.join('')),
  };
}

function excessOf(counted: Tokens, call: Call): Excess | null {
  const { inputTokens, outputTokens } = counted;
  const booked = withinLimits(counted, call);
  const isWithin = booked.inputTokens === inputTokens && booked.outputTokens === outputTokens;
  return isWithin ? null : { counted: { inputTokens, outputTokens }, booked };
}

function withinLimits({ inputTokens, outputTokens }: Tokens, { most, request }: Call): Tokens {
  return {
    inputTokens: Math.min(inputTokens, most.inputTokens),
    outputTokens: Math.min(outputTokens, answerLimit(request)),
  };
}

/** Returns the cost of the tokens in the unit of the budget. */
/** Returns the cost of tokens in the unit of the budget. */
export function amountOf(tokens: Tokens, price: TokenPrice | null, budget: DailyBudget | null): number {
  const { inputTokens, outputTokens } = tokens;
  if (budget?.unit !== 'usd' || price === null) return inputTokens + outputTokens;
  // A price in dollars per million tokens is a price in millionths of a dollar per token.
  return Math.ceil(inputTokens * price.input + outputTokens * price.output);
}

/** The length of a paragraph, in characters. A budget that does not allow a paragraph allows no content. */
const shortContent = 500;

/** Reads what a visitor may still order today. A day that does not allow one of the smallest orders is closed. */
export function createAllowance(orderStore: OrderStore, { model, budget, protocol }: Config) {
  const least =
    model === null ? 0 : amountOf(dearestTokens(shortContent, model.limits, protocol), model.price, budget);
  return async (visitor: string | null): Promise<Allowance> => {
    const { budgetLeft, ...left } = await orderStore.left(visitor, least);
    return { ...left, budgetShare: shareOf(budgetLeft, budget) };
  };
}

function shareOf(left: number | null, budget: DailyBudget | null): number | null {
  if (left === null || budget === null) return null;
  return budget.perDay === 0 ? 0 : Math.min(1, Math.max(0, left / budget.perDay));
}

/** Returns the rest of today's budget for the metrics, in dollars or tokens; null when there is no budget. */
export async function readBudgetLeft(
  orderStore: OrderStore,
  budget: DailyBudget | null,
): Promise<Budget | null> {
  if (budget === null) return null;
  const { budgetLeft } = await orderStore.left(null);
  if (budgetLeft === null) return null;
  return { unit: budget.unit, left: budget.unit === 'usd' ? budgetLeft / 1_000_000 : budgetLeft };
}
