import { existsSync } from 'node:fs';
import process from 'node:process';

import { sharedCases } from '#provider/corpus/shared-cases.ts';

import { ensureChromium } from './chromium.ts';

import { testStep, toolStep, type Step, type StepResult } from './test-run/steps.ts';
import type { Counts } from './test-run/vitest-report.ts';

/** Matches lines in which a suite reports its number of cases or rounds, or why it was skipped. */
const suiteNote = /\b\d+ (\w+ )?(cases|rounds)\b|\bskipped:/;

// The download runs during the first steps, because it takes longest on a new machine.
const chromium = ensureChromium();
chromium.catch(() => {});

const building = toolStep('build', 'tsx', ['tools/scripts/build.ts']).run();

/** The rows run at the same time, because some steps use one core only. */
const staticSteps: readonly (readonly Step[])[] = [
  [toolStep('format', 'oxfmt', ['--check']), toolStep('lint', 'oxlint', ['-c', 'oxlint.config.mjs'])],
  [toolStep('types', 'tsc', ['-b'])],
  [toolStep('dead code', 'knip', ['-c', 'tools/knip.json'])],
  [{ name: 'build', run: () => building }],
];
/** The longest time of all tests on a busy machine, in seconds. */
const limitSeconds = 3600;
const tests = testStep(async () => ({ limitSeconds, environment: { CHROMIUM_PATH: await chromium } }));

async function attempt(step: Step): Promise<StepResult> {
  try {
    return await step.run();
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, remarks: [], output: String(error) };
  }
}

function tally({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

const total = { passed: 0, failed: 0, skipped: 0 };
const remarks: string[] = [];
async function runStep(step: Step): Promise<void> {
  const begin = Date.now();
  const result = await attempt(step);
  const seconds = ((Date.now() - begin) / 1000).toFixed(1);
  print(
    `${result.failed > 0 ? 'FAIL' : 'ok  '} ${step.name.padEnd(10)} ${seconds.padStart(6)} s  ${tally(result)}`,
  );
  if (result.failed > 0) print(result.output);
  else for (const line of result.output.split('\n')) if (suiteNote.test(line)) print(`       ${line.trim()}`);
  total.passed += result.passed;
  total.failed += result.failed;
  total.skipped += result.skipped;
  remarks.push(...result.remarks);
}

async function runInTurn(row: readonly Step[]): Promise<void> {
  for (const step of row) await runStep(step);
}

await Promise.all(staticSteps.map(runInTurn));
await runStep(tests);

// The summary comes last, so that it remains if the beginning of the output is cut.
if (remarks.length > 0) print(`\n${remarks.join('\n')}`);
if (!existsSync('../shared')) {
  const { articles, answers, hostileTexts, urls } = sharedCases;
  const cases = `${articles} articles, ${answers} answers, ${hostileTexts} hostile texts and ${urls} URLs`;
  print(`\nNot run, because ../shared is not there: ${cases}.`);
}
print(`\n${tally(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
