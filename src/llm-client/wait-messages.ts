import { problemMessages } from '#core/errors/problem.ts';
import type { ProblemCode } from '#core/errors/problem.ts';

const shortWaitSeconds = 90;

/** The failure's usual message with the wait that the usual words belittle; undefined where they fit. */
export function waitWords(code: ProblemCode, waitSeconds: number | null): string | undefined {
  if (waitSeconds === null || waitSeconds <= shortWaitSeconds) return undefined;
  const minutes = Math.ceil(waitSeconds / 60);
  // Where something else is asked for besides, waiting mends nothing.
  return problemMessages[code].replace(
    /Please try again(?: later| in a (?:few )?minutes?)?\.$/u,
    `Please try again in ${told(minutes)}.`,
  );
}

function told(minutes: number): string {
  const hours = Math.ceil(minutes / 60);
  if (minutes < 100) return `${minutes} minutes`;
  return hours < 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}
