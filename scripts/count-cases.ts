import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** How many hostile cases the test tried. */
    cases?: number;
  }
}

/** Notes how many hostile cases a test tries. `npm run fortress` runs each test that does, with all cases there are. */
export function countCases({ task }: Pick<TestContext, 'task'>, cases: number): void {
  task.meta.cases = cases;
}
