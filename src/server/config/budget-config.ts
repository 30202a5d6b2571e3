import * as z from 'zod/mini';

import type { TokenPrice } from '#core/limits/token-count.ts';
import type { DailyBudget } from '#server/generations/ledger/ledger.ts';

import { ConfigError } from './config-error.ts';
import type { ModelConfig } from './model-config.ts';
import { decimalNumber, wholeNumber } from './variables.ts';

const defaultDollars = 5;
const million = 1_000_000;
const dollarAdvice = 'an amount of US dollars, such as 5 or 0.5, or off';

export const budgetVariables = z.object({
  BUDGET_DAILY_USD: z.optional(offOr((advice) => decimalNumber({ max: 1_000_000 }, advice), dollarAdvice)),
  BUDGET_DAILY_TOKENS: z.optional(
    offOr(
      (advice) => wholeNumber({ min: 1, max: 1e12 }, advice),
      'a whole number of tokens, such as 2000000, or off',
    ),
  ),
});

/** Null: nothing is counted. Throws a `ConfigError` for a budget that could not be kept. */
export function readBudget(
  values: z.infer<typeof budgetVariables>,
  model: ModelConfig | null,
): DailyBudget | null {
  if (model === null) return null;
  const dollars = values.BUDGET_DAILY_USD ?? (hasPrice(model.price) ? `${defaultDollars}` : 'off');
  const tokens = values.BUDGET_DAILY_TOKENS ?? 'off';
  if (tokens !== 'off') {
    if (values.BUDGET_DAILY_USD !== undefined && dollars !== 'off')
      fail('BUDGET_DAILY_TOKENS', 'off where BUDGET_DAILY_USD is set: one budget is kept, not two');
    return { unit: 'tokens', perDay: Number(tokens) };
  }
  if (dollars === 'off') return null;
  if (Number(dollars) === 0) fail('BUDGET_DAILY_USD', dollarAdvice);
  if (model.price === null)
    fail(
      'BUDGET_DAILY_USD',
      'off as long as the price of the model is not known: set OPENAI_PRICE_INPUT and OPENAI_PRICE_OUTPUT, or keep to BUDGET_DAILY_TOKENS',
    );
  return { unit: 'usd', perDay: Math.round(Number(dollars) * million) };
}

function hasPrice(price: TokenPrice | null): boolean {
  return price !== null && price.input + price.output > 0;
}

function offOr<T extends z.ZodMiniType<string>>(amount: (advice: string) => T, advice: string) {
  return z.union([z.literal('off'), amount(advice)], advice);
}

function fail(name: string, message: string): never {
  throw new ConfigError([{ path: [name], message }]);
}
