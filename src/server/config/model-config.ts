import * as z from 'zod/mini';

import { findModel, limitsOf } from '#core/limits/known-models.ts';
import { type ModelLimits, protocols, type TokenPrice } from '#core/limits/limits.ts';
import { requestTimeoutMs } from '#core/errors/retry-policy.ts';

import { decimalNumber, failConfig, httpAddress, text, wholeNumber } from './variables.ts';

const defaultBaseUrl = 'https://api.openai.com/v1';

const tokenBounds = { min: 1_000, max: 100_000_000 };
const tokenAdvice = 'a whole number of tokens, such as 8192';
const priceAdvice = 'a price in US dollars for a million tokens, such as 2.5';

/** The AI model, its provider, its price, and how it is asked to answer. */
export const modelVariables = z.object({
  OPENAI_API_KEY: z.optional(
    text(
      (value) => /^[\x21-\x7e]+$/.test(value),
      'the key as the provider gave it, without spaces or line breaks',
    ),
  ),
  OPENAI_BASE_URL: z.optional(httpAddress(`an http or https address such as ${defaultBaseUrl}`)),
  OPENAI_MODEL: z._default(z.string(), 'gpt-4'),
  OPENAI_TEMPERATURE: z._default(decimalNumber({ max: 2 }, 'a number from 0 to 2, such as 0.7'), 0.7),
  OPENAI_TIMEOUT_MS: z._default(
    wholeNumber({ min: 100, max: 3_600_000 }, 'a whole number of milliseconds, such as 600000'),
    requestTimeoutMs,
  ),
  OPENAI_CONTEXT_WINDOW: z.optional(wholeNumber(tokenBounds, tokenAdvice)),
  OPENAI_MAX_OUTPUT: z.optional(wholeNumber(tokenBounds, tokenAdvice)),
  OPENAI_PRICE_INPUT: z.optional(decimalNumber({ max: 100_000 }, priceAdvice)),
  OPENAI_PRICE_OUTPUT: z.optional(decimalNumber({ max: 100_000 }, priceAdvice)),
  WEAVE_PROTOCOL: z._default(z.enum(protocols, protocols.join(' or ')), 'edits'),
});

type ModelVariables = z.infer<typeof modelVariables>;

export type ModelConfig = {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
  readonly temperature: number;
  /** The longest time of one generation with all of its retries. */
  readonly timeoutMs: number;
  readonly limits: ModelLimits;
  /** True if the context window is neither set nor known. */
  readonly windowIsAssumed: boolean;
  /** Null if the price is neither set nor known. */
  readonly price: TokenPrice | null;
};

/** Returns null if no model is configured. Then the built-in writer writes. */
export function readModelConfig(values: ModelVariables): ModelConfig | null {
  if (values.OPENAI_API_KEY === undefined && values.OPENAI_BASE_URL === undefined) return null;
  const { OPENAI_MODEL: model, OPENAI_CONTEXT_WINDOW: contextWindow = null } = values;
  return {
    baseUrl: (values.OPENAI_BASE_URL ?? defaultBaseUrl).replace(/\/+$/, ''),
    apiKey: values.OPENAI_API_KEY ?? null,
    model,
    temperature: values.OPENAI_TEMPERATURE,
    timeoutMs: values.OPENAI_TIMEOUT_MS,
    limits: limitsOf(model, { contextWindow, outputLimit: values.OPENAI_MAX_OUTPUT ?? null }),
    windowIsAssumed: contextWindow === null && findModel(model) === null,
    price: readPrice(values),
  };
}

/** Returns the price that the operator has set, or the list price of a known model, or null. */
function readPrice(values: ModelVariables): TokenPrice | null {
  const { OPENAI_PRICE_INPUT: input, OPENAI_PRICE_OUTPUT: output } = values;
  if (input === undefined && output === undefined) return findModel(values.OPENAI_MODEL)?.price ?? null;
  if (input === undefined) failConfig('OPENAI_PRICE_INPUT', 'set together with OPENAI_PRICE_OUTPUT');
  if (output === undefined) failConfig('OPENAI_PRICE_OUTPUT', 'set together with OPENAI_PRICE_INPUT');
  return { input, output };
}
