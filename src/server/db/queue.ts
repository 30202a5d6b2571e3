import { ProblemError } from '#core/errors/problem.ts';

/** How long to wait for one's turn within this process, in milliseconds. */
export const turnPatience = 10_000;

const secondsToRetry = 5;
const waitedTooLong = 'The work before it took too long.';

export type Queue = <T>(work: () => Promise<T>, isUrgent?: boolean) => Promise<T>;

/**
 * Runs one piece of work after the other, the urgent first. Of the others, what waited longer than `patience`
 * (in milliseconds) is refused with 'server-busy' and not run: behind work that hangs, they would wait for one limit
 * after the other.
 */
export function createQueue(patience: number): Queue {
  const urgent: (() => Promise<void>)[] = [];
  const usual: (() => Promise<void>)[] = [];
  let isWorking = false;

  async function workOff(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (
      let next = urgent.shift() ?? usual.shift();
      next !== undefined;
      next = urgent.shift() ?? usual.shift()
    )
      await next();
    isWorking = false;
  }

  return (work, isUrgent = false) =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      (isUrgent ? urgent : usual).push(async () => {
        if (!isUrgent && performance.now() - began > patience)
          reject(
            new ProblemError('server-busy', { cause: waitedTooLong, retryAfterSeconds: secondsToRetry }),
          );
        else await work().then(resolve, reject);
      });
      void workOff();
    });
}
