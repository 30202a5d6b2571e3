import * as z from 'zod/mini';

import { findModel, limitsOf } from '#core/limits/model-limits.ts';
import type { ModelLimits } from '#core/limits/model-limits.ts';
import type { TokenPrice } from '#core/limits/token-count.ts';
import { requestTimeoutMs } from '#core/errors/retry-policy.ts';

import { priceVariables, readPrice } from './price-config.ts';
import { decimalNumber, httpAddress, wholeNumber } from './variables.ts';

const defaultBaseUrl = 'https://api.openai.com/v1';

const tokenBounds = { min: 1_000, max: 100_000_000 };
const tokenAdvice = 'a whole number of tokens, such as 8192';

/** The AI model and its provider. */
export const modelVariables = z.object({
  OPENAI_API_KEY: z.optional(
    z
      .string()
      .check(z.regex(/^[\x21-\x7e]+$/, 'the key as the provider gave it, without spaces or line breaks')),
  ),
  OPENAI_BASE_URL: z.optional(httpAddress(`an http or https address such as ${defaultBaseUrl}`)),
  OPENAI_MODEL: z._default(z.string(), 'gpt-4'),
  OPENAI_TEMPERATURE: z._default(decimalNumber({ max: 2 }, 'a number from 0 to 2, such as 0.7'), '0.7'),
  OPENAI_TIMEOUT_MS: z._default(
    wholeNumber({ min: 100, max: 3_600_000 }, 'a whole number of milliseconds, such as 600000'),
    String(requestTimeoutMs),
  ),
  OPENAI_CONTEXT_WINDOW: z.optional(wholeNumber(tokenBounds, tokenAdvice)),
  OPENAI_MAX_OUTPUT: z.optional(wholeNumber(tokenBounds, tokenAdvice)),
  ...priceVariables.shape,
});

export type ModelConfig = {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
  readonly temperature: number;
  /** How long one generation may take with all of its tries. */
  readonly timeoutMs: number;
  readonly limits: ModelLimits;
  /** Nobody has set the window, and the model is not well known. */
  readonly windowIsAssumed: boolean;
  /** Null where nobody knows it. */
  readonly price: TokenPrice | null;
};

/** Null: nobody configured a model, so the built-in writer writes. */
export function readModelConfig(values: z.infer<typeof modelVariables>): ModelConfig | null {
  if (values.OPENAI_API_KEY === undefined && values.OPENAI_BASE_URL === undefined) return null;
  const { OPENAI_MODEL: model, OPENAI_CONTEXT_WINDOW: window, OPENAI_MAX_OUTPUT: output } = values;
  return {
    baseUrl: (values.OPENAI_BASE_URL ?? defaultBaseUrl).replace(/\/+$/, ''),
    apiKey: values.OPENAI_API_KEY ?? null,
    model,
    temperature: Number(values.OPENAI_TEMPERATURE),
    timeoutMs: Number(values.OPENAI_TIMEOUT_MS),
    limits: limitsOf(model, { contextWindow: numberOf(window), outputLimit: numberOf(output) }),
    windowIsAssumed: window === undefined && findModel(model) === null,
    price: readPrice(values, model),
  };
}

function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}
