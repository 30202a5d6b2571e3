import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The number of hostile cases that the test tried. */
    cases?: number;
    /** The time of the slowest case, in milliseconds. */
    slowest?: number;
  }
}

/** Records the number of hostile cases of a test. `npm run fortress` runs all tests that call this, with all cases. */
export function countCases({ task }: Pick<TestContext, 'task'>, cases: number): void {
  task.meta.cases = cases;
}

/** Returns the longest of the times, in milliseconds, and records it for `npm run fortress` to print. */
export function noteSlowest({ task }: Pick<TestContext, 'task'>, times: readonly number[]): number {
  const slowest = Math.max(...times);
  task.meta.slowest = slowest;
  return slowest;
}
