import { randomInt } from 'node:crypto';
import process from 'node:process';

import { runTool } from '#scripts/run-command.ts';

import { testFilesWith } from './test-files.ts';

const minutes = Number(process.argv[2] ?? 5);
if (minutes > 0) await explore(minutes);
else {
  print('How many minutes? For example: npm run fuzz -- 5');
  process.exitCode = 1;
}

/** Runs all property tests on new cases, in complete rounds, for at least `limit` minutes. */
async function explore(limit: number): Promise<void> {
  const files = await testFilesWith("'fast-check'", ['src', 'provider']);
  print(`${files.length} files with properties, tried on new cases for ${limit} minutes`);
  const end = Date.now() + limit * 60_000;
  const failed: string[] = [];
  let rounds = 0;
  do {
    rounds += 1;
    const seed = `${randomInt(2 ** 31)}`;
    const { exitCode, output } = await runTool('vitest', ['run', '--project', 'unit', ...files], {
      environment: { NO_COLOR: '1', PROPERTY_SEED: seed },
    });
    print(`round ${rounds}: ${exitCode === 0 ? 'nothing found' : 'FAILED'}`);
    if (exitCode === 0) continue;
    failed.push(`PROPERTY_SEED=${seed} npm run vitest -- --project unit ${failedFiles(output).join(' ')}`);
    print(output.slice(Math.max(0, output.search(/^.*Failed (?:Suites|Tests) \d/mu))));
  } while (Date.now() < end);
  print(
    failed.length === 0
      ? `Nothing found. Rounds of new cases: ${rounds}`
      : `Rounds of new cases: ${rounds}, failed: ${failed.length}. To repeat these:\n${failed.join('\n')}`,
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
}

function failedFiles(output: string): string[] {
  return [...new Set([...output.matchAll(/^ FAIL {2}\|unit\| (\S+)/gmu)].map(([, file = '']) => file))];
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
