import * as z from 'zod/mini';

import type { ProblemCode } from '#core/problem/problem.ts';

/** Providers agree on `error` alone: OpenAI sends an object with a code and a type, Ollama a sentence. */
const errorSchema = z.object({
  error: z.union([
    z.pipe(
      z.string(),
      z.transform((message) => ({ message })),
    ),
    z.looseObject({}),
  ]),
});

/** What providers call their failures, in `code` or `type`. */
const codeOfName: Readonly<Record<string, ProblemCode>> = {
  context_length_exceeded: 'provider-context-exceeded',
  string_above_max_length: 'provider-context-exceeded',
  insufficient_quota: 'provider-quota',
  billing_hard_limit_reached: 'provider-quota',
  content_filter: 'provider-filtered',
  content_policy_violation: 'provider-filtered',
  invalid_api_key: 'provider-unauthorized',
  model_not_found: 'provider-model-missing',
  rate_limit_exceeded: 'provider-rate-limited',
};

const contextWords = /context (?:length|window)|maximum context/iu;

const codeOfStatus: Readonly<Record<number, ProblemCode>> = {
  401: 'provider-unauthorized',
  402: 'provider-quota',
  403: 'provider-forbidden',
  404: 'provider-model-missing',
  408: 'provider-timeout',
  409: 'provider-unavailable',
  413: 'provider-context-exceeded',
  429: 'provider-rate-limited',
  504: 'provider-timeout',
};

/** The failure that a body speaks of, where it speaks of one that has a name; null where it does not. */
export function namedProviderError(body: unknown): ProblemCode | null {
  const parsed = errorSchema.safeParse(body);
  if (!parsed.success) return null;
  const error: Readonly<Record<string, unknown>> = parsed.data.error;
  const named = codeOfName[String(error['code'])] ?? codeOfName[String(error['type'])];
  if (named !== undefined) return named;
  return contextWords.test(String(error['message'])) ? 'provider-context-exceeded' : null;
}

/** What a body calls its failure, for the log: names alone, never the message, which may repeat the content. */
export function describeProviderError(body: unknown): string {
  const parsed = errorSchema.safeParse(body);
  if (!parsed.success) return '';
  const error: Readonly<Record<string, unknown>> = parsed.data.error;
  return ['code', 'type', 'param']
    .flatMap((field) => {
      const name = error[field];
      return typeof name === 'string' && /^[\w.[\]-]{1,64}$/u.test(name) ? `${field} ${name}` : [];
    })
    .join(', ');
}

/** Whether a body that came with status 200 is a failure all the same. */
export function isProviderError(body: unknown): boolean {
  return errorSchema.safeParse(body).success;
}

export function codeOfAnswer(status: number, body: unknown): ProblemCode {
  const named = namedProviderError(body);
  if (named !== null) return named;
  const known = codeOfStatus[status];
  if (known !== undefined) return known;
  if (status >= 500) return 'provider-unavailable';
  return status >= 400 ? 'provider-refused-request' : 'provider-reply-broken';
}
