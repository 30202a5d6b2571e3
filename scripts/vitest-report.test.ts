import { expect, test } from 'vitest';

import { countTests } from './vitest-report.ts';

type FileResult = { status: string; assertionResults: { status: string }[] };

function reportOf(passed: number, failed: number, skipped: number, testResults: FileResult[] = []): string {
  return JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
    numTodoTests: 0,
    testResults,
  });
}

test('counts are those of the report', () => {
  expect(countTests(reportOf(5, 2, 1), 1)).toEqual({ passed: 5, failed: 2, skipped: 1 });
});

test('a file that could not be loaded is a failure, although no test in it failed', () => {
  const broken = { status: 'failed', assertionResults: [] };
  expect(countTests(reportOf(5, 0, 0, [broken]), 1)).toEqual({ passed: 5, failed: 1, skipped: 0 });
});

test('a file with a failed test is not counted twice', () => {
  const red = { status: 'failed', assertionResults: [{ status: 'failed' }] };
  expect(countTests(reportOf(5, 1, 0, [red]), 1)).toEqual({ passed: 5, failed: 1, skipped: 0 });
});

test('a run that ended badly with every test passed is a failure', () => {
  expect(countTests(reportOf(5, 0, 0), 1).failed).toBe(1);
  expect(countTests(reportOf(5, 0, 0), null).failed).toBe(1);
  expect(countTests(reportOf(5, 0, 0), 0).failed).toBe(0);
});

test('a report that is no report is not read as one', () => {
  expect(() => countTests('{}', 0)).toThrow(/numPassedTests/);
});
