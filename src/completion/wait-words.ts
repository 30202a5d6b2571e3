import { problemMessages } from '#core/problem/problem.ts';
import type { ProblemCode } from '#core/problem/problem.ts';

const shortWaitSeconds = 90;

/** The failure's usual message with the wait that the usual words belittle; undefined where they fit. */
export function waitWords(code: ProblemCode, waitSeconds: number | null): string | undefined {
  if (waitSeconds === null || waitSeconds <= shortWaitSeconds) return undefined;
  const minutes = Math.ceil(waitSeconds / 60);
  const wait = minutes < 100 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  return problemMessages[code].replace(
    /try again(?: later| in a (?:few )?minutes?)?\.$/u,
    `try again in ${wait}.`,
  );
}
