import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { readReport } from './vitest-report.ts';

type FileResult = {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
};

const oak = resolve('test/e2e/oak.test.ts');

function reportOf(passed: number, failed: number, skipped: number, testResults: FileResult[] = []): string {
  return JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
    numTodoTests: 0,
    testResults,
  });
}

test('the counts are those of the report', () => {
  expect(readReport(reportOf(5, 2, 1), 1)).toMatchObject({ passed: 5, failed: 2, skipped: 1 });
});

test('a file that could not be loaded is a failure, although no test in it failed', () => {
  const broken = { name: oak, status: 'failed', message: 'No such module\nat ...', assertionResults: [] };
  expect(readReport(reportOf(5, 0, 0, [broken]), 1)).toEqual({
    passed: 5,
    failed: 1,
    skipped: 0,
    remarks: ['failed: test/e2e/oak.test.ts: No such module'],
  });
});

test('a file with a failed test is not counted twice', () => {
  const failed = { status: 'failed', fullName: 'oak is hard', failureMessages: ['It was soft\nat ...'] };
  const red = { name: oak, status: 'failed', message: '', assertionResults: [failed] };
  expect(readReport(reportOf(5, 1, 0, [red]), 1)).toMatchObject({ passed: 5, failed: 1, skipped: 0 });
});

test('a run that failed is a failure, although all tests passed', () => {
  expect(readReport(reportOf(5, 0, 0), 1).failed).toBe(1);
  expect(readReport(reportOf(5, 0, 0), null).failed).toBe(1);
  expect(readReport(reportOf(5, 0, 0), 0).failed).toBe(0);
});

test('a file that is not a report is refused', () => {
  expect(() => readReport('{}', 0)).toThrow(/numPassedTests/);
});

test('failed tests and files are named', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'oak is brown', failureMessages: [] },
    { status: 'failed', fullName: 'oak is hard', failureMessages: ['It was soft\nat ...'] },
  ];
  const file = { name: oak, status: 'failed', message: '', assertionResults };
  expect(readReport(reportOf(1, 1, 0, [file]), 1).remarks).toEqual([
    'failed: test/e2e/oak.test.ts > oak is hard: It was soft',
  ]);
});
