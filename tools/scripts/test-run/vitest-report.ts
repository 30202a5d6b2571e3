import { relative } from 'node:path';

import * as z from 'zod/mini';

/** The parts of vitest's JSON report that are read. `countCases` and `noteSlowest` write the figures in `meta`. */
export const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()),
          meta: z._default(z.object({ cases: z.optional(z.number()), slowest: z.optional(z.number()) }), {}),
        }),
      ),
    }),
  ),
});

type Report = z.infer<typeof reportSchema>;

export type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
};

export type TestReport = Counts & {
  /** One line for each failed test and file: its name and the first line of its message. */
  readonly remarks: readonly string[];
};

export function readReport(json: string, exitCode: number | null): TestReport {
  const report = reportSchema.parse(JSON.parse(json));
  return { ...count(report, exitCode), remarks: remarksOn(report) };
}

/**
 * Counts the results of vitest's JSON report. A file that failed outside its tests (it could not be loaded, or a hook
 * threw) counts as one more failure. So does a run that failed although all tests passed.
 */
function count(report: Report, exitCode: number | null): Counts {
  const brokenFiles = report.testResults.filter(isBroken).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

const isBroken = ({ status, assertionResults }: Report['testResults'][number]) =>
  status === 'failed' && !assertionResults.some((result) => result.status === 'failed');

function remarksOn({ testResults }: Report): string[] {
  return testResults.flatMap((file) => {
    const name = relative('.', file.name);
    const broken = isBroken(file) ? [`failed: ${name}: ${firstLine(file.message)}`] : [];
    const tests = file.assertionResults.flatMap(({ fullName, failureMessages: [message] }) =>
      message === undefined ? [] : [`failed: ${name} > ${fullName}: ${firstLine(message)}`],
    );
    return [...broken, ...tests];
  });
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';
