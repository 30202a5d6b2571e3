import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** How many hostile cases the test tried. */
    cases?: number;
    /** How long the slowest of them took, in milliseconds. */
    slowest?: number;
  }
}

/** Notes how many hostile cases a test tries. `npm run fortress` runs each test that does, with all cases there are. */
export function countCases({ task }: Pick<TestContext, 'task'>, cases: number): void {
  task.meta.cases = cases;
}

/** Notes the slowest of these times, in milliseconds, for `npm run fortress` to print. Gives it. */
export function noteSlowest({ task }: Pick<TestContext, 'task'>, times: readonly number[]): number {
  const slowest = Math.max(...times);
  task.meta.slowest = slowest;
  return slowest;
}
