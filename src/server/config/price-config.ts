import * as z from 'zod/mini';

import { findModel } from '#core/limits/model-limits.ts';
import type { TokenPrice } from '#core/limits/token-count.ts';

import { ConfigError } from './config-error.ts';
import { decimalNumber } from './variables.ts';

const priceAdvice = 'a price in US dollars for a million tokens, such as 2.5';

export const priceVariables = z.object({
  OPENAI_PRICE_INPUT: z.optional(decimalNumber({ max: 100_000 }, priceAdvice)),
  OPENAI_PRICE_OUTPUT: z.optional(decimalNumber({ max: 100_000 }, priceAdvice)),
});

/** The price that the operator has set, or the list price of a well-known model, or null. */
export function readPrice(values: z.infer<typeof priceVariables>, model: string): TokenPrice | null {
  const { OPENAI_PRICE_INPUT: input, OPENAI_PRICE_OUTPUT: output } = values;
  if (input !== undefined && output !== undefined) return { input: Number(input), output: Number(output) };
  if (input === undefined && output === undefined) return findModel(model)?.price ?? null;
  const [missing, set] =
    input === undefined
      ? ['OPENAI_PRICE_INPUT', 'OPENAI_PRICE_OUTPUT']
      : ['OPENAI_PRICE_OUTPUT', 'OPENAI_PRICE_INPUT'];
  throw new ConfigError([{ path: [missing], message: `set together with ${set}` }]);
}
