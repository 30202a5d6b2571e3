import { messageOf, type ProblemCode } from '#core/errors/problem-messages.ts';

import type { ProviderError } from '#llm-client/errors/provider-error.ts';

const longestWait = 31 * 86_400_000;

/**
 * Returns how long `retry-after-ms` or `retry-after` (seconds or a date) asks to wait, in milliseconds. Returns null
 * if there is no such header, if its date is past, or if it asks for more than a month.
 */
function readRetryAfter(header: (name: string) => string | null, now: number): number | null {
  const text = header('retry-after') ?? '';
  const seconds = numberOf(text);
  // NaN if the text is neither seconds nor a date.
  const usual = seconds === null ? Date.parse(text) - now : seconds * 1000;
  const wait = numberOf(header('retry-after-ms') ?? '') ?? usual;
  return wait >= 0 && wait <= longestWait ? wait : null;
}

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  milli: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const timeInWords =
  /(?:try again|retry|wait|reset)[^.\d]{0,20}((?:\d+(?:\.\d+)?\s*(?:ms|milliseconds?|s|sec|seconds?|m|min|minutes?|h|hours?|d|days?)\b[\s,]*|\d+[hmd](?=\d))+)/iu;
/** When the limit ends, in seconds or milliseconds since 1970. */
const resetTime = /ratelimit-reset\W{1,6}(\d{10}|\d{13})\b/iu;

/** Returns how long the words of a failure ask to wait, in milliseconds, or null: "Please try again in 9m38.016s." */
function waitInWords(message: string, now: number): number | null {
  const reset = resetTime.exec(message)?.[1];
  if (reset !== undefined) {
    const wait = Number(reset) * (reset.length === 10 ? 1000 : 1) - now;
    return wait >= 0 && wait <= longestWait ? wait : null;
  }
  const words = timeInWords.exec(message)?.[1];
  if (words === undefined) return null;
  let sum = 0;
  for (const [, count, unit = ''] of words.matchAll(/(\d+(?:\.\d+)?)\s*(ms|milli|[smhd])/giu))
    sum += Number(count) * (unitMs[unit.toLowerCase()] ?? 1);
  return sum <= longestWait ? sum : null;
}

/** Returns how long a failure asks to wait, in milliseconds, by its headers or its words. Null: it does not say. */
export function readWait(
  header: (name: string) => string | null,
  error: ProviderError | null,
  now: number = Date.now(),
): number | null {
  return readRetryAfter(header, now) ?? (error === null ? null : waitInWords(error.message, now));
}

function numberOf(text: string): number | null {
  return /^\d+(?:\.\d+)?$/u.test(text.trim()) ? Number(text) : null;
}

/** The limit for one call to the provider, in milliseconds. */
export const requestTimeoutMs = 600_000;
const retryLimit = 2;

const retryAfterLimitMs = 60_000;
const firstDelayMs = 500;

export type CallFailure = {
  readonly retries: number;
  /** The HTTP status of the answer. Null: there was no answer. */
  readonly status: number | null;
  /** How long the answer asks to wait, in milliseconds. Null: it does not say. */
  readonly retryAfterMs: number | null;
};

/**
 * Returns the milliseconds to wait before the next try, or null if another try makes no sense. `random` shortens the
 * wait by up to a quarter, so that calls which failed together are not repeated together.
 */
export function retryDelay(
  { retries, status, retryAfterMs }: CallFailure,
  random: () => number,
): number | null {
  if (retries >= retryLimit || !isWorthRetrying(status)) return null;
  // A longer wait is useless for the visitor, so the call is not tried again.
  if (retryAfterMs !== null && retryAfterMs >= retryAfterLimitMs) return null;
  if (retryAfterMs !== null && retryAfterMs >= 0) return retryAfterMs;
  return firstDelayMs * 2 ** retries * (1 - random() * 0.25);
}

function isWorthRetrying(status: number | null): boolean {
  return status === null || status === 408 || status === 409 || status === 429 || status >= 500;
}

const shortWaitSeconds = 90;

/**
 * Returns the message of a problem with a long wait, such as "in 20 minutes". Undefined: the usual message fits.
 * @param isOwn Whether the visitor chose the provider.
 */
export function messageOfWait(
  code: ProblemCode,
  waitSeconds: number | null,
  isOwn: boolean,
): string | undefined {
  if (waitSeconds === null || waitSeconds <= shortWaitSeconds) return undefined;
  const minutes = Math.ceil(waitSeconds / 60);
  // A message that asks for something else stays as it is, because waiting does not help.
  return messageOf(code, isOwn).replace(
    /Please try again(?: later| tomorrow| in a (?:few )?minutes?)?\.$/u,
    `Please try again in ${durationOf(minutes)}.`,
  );
}

function durationOf(minutes: number): string {
  const hours = Math.ceil(minutes / 60);
  if (minutes < 100) return `${minutes} minutes`;
  return hours < 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}
