import * as z from 'zod/mini';

import { contentLimit, dearestTokens, largestContent } from '#core/limits/content-limit.ts';
import type { Protocol } from '#core/limits/limits.ts';
import { costOf } from '#core/limits/token-count.ts';
import type { DailyBudget } from '#server/generations/ledger/ledger.ts';

import type { ModelConfig } from './model-config.ts';
import { wholeNumber } from './variables.ts';

const bounds = { min: 500, max: 1_000_000 };
/** The most expensive generation uses at most this share of the budget of a day. */
const shareOfBudget = 0.5;

export const contentVariables = z.object({
  MAX_CONTENT_CHARS: z.optional(
    wholeNumber(bounds, `a whole number of characters from ${bounds.min} to ${bounds.max}`),
  ),
});

/** Returns the longest accepted content in UTF-16 code units: what is set, or what the model and the budget allow. */
export function readMaxContentChars(
  { MAX_CONTENT_CHARS }: z.infer<typeof contentVariables>,
  model: ModelConfig | null,
  budget: DailyBudget | null,
  protocol: Protocol,
): number {
  if (MAX_CONTENT_CHARS !== undefined) return MAX_CONTENT_CHARS;
  if (model === null) return largestContent;
  let characters = Math.max(bounds.min, contentLimit(model.limits, protocol));
  while (
    characters > bounds.min &&
    !isAffordable(dearestTokens(characters, model.limits, protocol), model, budget)
  )
    characters = Math.max(bounds.min, Math.floor((characters * 0.9) / 100) * 100);
  return characters;
}

function isAffordable(
  tokens: ReturnType<typeof dearestTokens>,
  { price }: ModelConfig,
  budget: DailyBudget | null,
): boolean {
  if (budget === null) return true;
  if (budget.unit === 'tokens')
    return tokens.inputTokens + tokens.outputTokens <= budget.perDay * shareOfBudget;
  return price === null || costOf(tokens, price) * 1_000_000 <= budget.perDay * shareOfBudget;
}
