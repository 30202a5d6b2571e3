import { problemMessages, type ProblemCode } from '#core/errors/problem.ts';

const longestWait = 31 * 86_400_000;

/**
 * Returns how long `retry-after-ms` or `retry-after` (seconds or a date) asks to wait, in milliseconds. Returns null
 * if there is no such header, if its date is past, or if it asks for more than a month.
 */
export function readRetryAfter(
  header: (name: string) => string | null,
  now: number = Date.now(),
): number | null {
  const wait = numberOf(header('retry-after-ms')) ?? waitOf(header('retry-after') ?? '', now);
  return wait >= 0 && wait <= longestWait ? wait : null;
}

/** In milliseconds. NaN if the text is neither seconds nor a date. */
function waitOf(text: string, now: number): number {
  const seconds = numberOf(text);
  return seconds === null ? Date.parse(text) - now : seconds * 1000;
}

function numberOf(text: string | null): number | null {
  return text !== null && /^\d+(?:\.\d+)?$/u.test(text.trim()) ? Number(text) : null;
}

const shortWaitSeconds = 90;

/** Returns the usual message of a problem with a long wait in place of "later". Undefined: the usual message fits. */
export function messageOfWait(code: ProblemCode, waitSeconds: number | null): string | undefined {
  if (waitSeconds === null || waitSeconds <= shortWaitSeconds) return undefined;
  const minutes = Math.ceil(waitSeconds / 60);
  // If the message asks for something else, waiting does not help.
  return problemMessages[code].replace(
    /Please try again(?: later| in a (?:few )?minutes?)?\.$/u,
    `Please try again in ${durationOf(minutes)}.`,
  );
}

function durationOf(minutes: number): string {
  const hours = Math.ceil(minutes / 60);
  if (minutes < 100) return `${minutes} minutes`;
  return hours < 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}
