import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import { copyCheckout } from '#scripts/checkout-copy.ts';

import { runTool } from '#scripts/run-command.ts';
import { reportSchema } from '#scripts/test-run/vitest-report.ts';

import { guards, type Guard } from './guards.ts';
import { testFilesWith } from './test-files.ts';

const reportFile = '.cache/fortress.json';
/** The files of the tests that count hostile cases. All of them run with all cases. */
const counting = {
  unit: await testFilesWith('countCases(', ['src', 'provider']),
  e2e: await testFilesWith('countCases(', ['e2e']),
};
// These tests measure time, so no other tests may run beside them.
const overload = join('src', 'server', 'overload');
const measures = (file: string) => file.startsWith(overload) || file === join('e2e', 'outbox-return.test.ts');
const alone = ['--maxWorkers=1'];
const runs = [
  await runProject('unit', counting.unit.filter(measures), alone),
  await runProject('e2e', counting.e2e.filter(measures), alone),
  await runProject(
    'unit',
    counting.unit.filter((file) => !measures(file)),
  ),
  await runProject(
    'e2e',
    counting.e2e.filter((file) => !measures(file)),
  ),
];
const testResults = runs.flatMap((run) => run.testResults);
const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
const counted = tests.filter(({ status, meta }) => meta.cases !== undefined || status === 'failed');
print('   cases  found  promise');
for (const { fullName, status, meta } of counted)
  print(
    `${(meta.cases ?? 0).toLocaleString('en').padStart(8)}  ${status === 'passed' ? '    0' : ' SOME'}  ${fullName}${slowestOf(meta)}`,
  );
const cases = counted.reduce((sum, { meta }) => sum + (meta.cases ?? 0), 0);
const failed = tests.filter((each) => !isPassed(each));
print(`${cases.toLocaleString('en').padStart(8)}  in ${counted.length} tests, ${failed.length} failed`);
for (const { fullName, failureMessages } of failed) print(`\n${fullName}\n${failureMessages.join('\n')}`);
for (const { message } of testResults) if (message !== '') print(message);
for (const { exitCode, output, testResults: own } of runs)
  if (exitCode !== 0 && own.every(({ assertionResults }) => assertionResults.every(isPassed))) print(output);
const untested = await untestedGuards();
process.exitCode = runs.some(({ exitCode }) => exitCode !== 0) || untested.length > 0 ? 1 : 0;

function slowestOf({ slowest }: (typeof tests)[number]['meta']): string {
  return slowest === undefined ? '' : ` (slowest: ${(slowest / 1000).toFixed(2)} s)`;
}

/** Removes each guard in a copy of the project. Returns the guards without which the tests still pass. */
async function untestedGuards(): Promise<Guard[]> {
  const copy = await copyCheckout();
  const unused: Guard[] = [];
  print('\nwithout  guard');
  for (const guard of guards) {
    const source = await copy.read(guard.file);
    if (!source.includes(guard.find)) throw new Error(`${guard.file} has no: ${guard.find}`);
    await copy.plant({ [guard.file]: source.replace(guard.find, () => guard.put) });
    const { exitCode: without } = await copy.run('vitest', 'run', '--project', 'unit', guard.tests);
    await copy.plant({ [guard.file]: source });
    if (without === 0) unused.push(guard);
    print(`${without === 0 ? ' PASSED' : '    red'}  ${guard.name}`);
  }
  await copy.remove();
  return unused;
}

async function runProject(project: string, files: readonly string[], options: readonly string[] = []) {
  print(`${project}: ${files.length} files with all cases there are; this takes many minutes ...`);
  await rm(reportFile, { force: true });
  const { exitCode, output } = await runTool(
    'vitest',
    ['run', '--project', project, ...options, '--reporter=json', `--outputFile=${reportFile}`, ...files],
    { environment: { FORTRESS: '1' }, limitSeconds: 7200 },
  );
  const report = await readFile(reportFile, 'utf8').catch(() => {
    throw new Error(`The tests of ${project} ended without a report.\n${output}`);
  });
  return { exitCode, output, ...reportSchema.parse(JSON.parse(report)) };
}

function isPassed({ status }: { readonly status: string }): boolean {
  return status !== 'failed';
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
