import * as z from 'zod/mini';

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

export type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
};

/**
 * Counts what vitest's JSON report tells. A file that failed outside its tests (it could not be loaded, a hook threw)
 * is one failure more, and so is a run that ended badly although every test passed.
 */
export function countTests(json: string, exitCode: number | null): Counts {
  const report = reportSchema.parse(JSON.parse(json));
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
