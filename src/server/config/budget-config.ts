import * as z from 'zod/mini';

import type { DailyBudget } from '#server/generations/ledger/ledger.ts';

import type { ModelConfig } from './model-config.ts';
import { decimalNumber, failConfig, wholeNumber } from './variables.ts';

const defaultDollars = 5;
const million = 1_000_000;
const dollarAdvice = 'an amount of US dollars, such as 5 or 0.5, or off';
const tokenAdvice = 'a whole number of tokens, such as 2000000, or off';

export const budgetVariables = z.object({
  BUDGET_DAILY_USD: z.optional(
    z.union([z.literal('off'), decimalNumber({ max: million }, dollarAdvice)], dollarAdvice),
  ),
  BUDGET_DAILY_TOKENS: z._default(
    z.union([z.literal('off'), wholeNumber({ min: 1, max: 1e12 }, tokenAdvice)], tokenAdvice),
    'off',
  ),
});

/** Returns null if there is no budget. Throws a `ConfigError` for a budget that cannot be enforced. */
export function readBudget(
  { BUDGET_DAILY_USD, BUDGET_DAILY_TOKENS: tokens }: z.infer<typeof budgetVariables>,
  model: ModelConfig | null,
): DailyBudget | null {
  if (model === null) return null;
  const { price } = model;
  const hasPrice = price !== null && price.input + price.output > 0;
  const dollars = BUDGET_DAILY_USD ?? (hasPrice ? defaultDollars : 'off');
  if (tokens !== 'off') {
    if (BUDGET_DAILY_USD !== undefined && dollars !== 'off')
      failConfig('BUDGET_DAILY_TOKENS', 'off where BUDGET_DAILY_USD is set: one budget is kept, not two');
    return { unit: 'tokens', perDay: tokens };
  }
  if (dollars === 'off') return null;
  if (dollars === 0) failConfig('BUDGET_DAILY_USD', dollarAdvice);
  if (price === null)
    failConfig(
      'BUDGET_DAILY_USD',
      'off as long as the price of the model is not known: set OPENAI_PRICE_INPUT and OPENAI_PRICE_OUTPUT, or keep to BUDGET_DAILY_TOKENS',
    );
  return { unit: 'usd', perDay: Math.round(dollars * million) };
}
