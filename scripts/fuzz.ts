import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import { runTool } from './run-command.ts';

const minutes = Number(process.argv[2] ?? 5);
if (!(minutes > 0)) throw new Error('How many minutes? For example: npm run fuzz -- 5');

/** The test files that try properties on cases made at random. */
async function filesWithProperties(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['src', 'provider']) {
    for (const name of await readdir(folder, { recursive: true })) {
      const path = join(folder, name);
      if (!/\.test\.tsx?$/u.test(path)) continue;
      if ((await readFile(path, 'utf8')).includes("'fast-check'")) found.push(path);
    }
  }
  return found;
}

const files = await filesWithProperties();
const end = Date.now() + minutes * 60_000;
let rounds = 0;
let failed = 0;
while (Date.now() < end) {
  const { exitCode, output } = await runTool('vitest', ['run', '--project', 'unit', ...files], {
    environment: { NO_COLOR: '1', PROPERTY_SEED: 'random' },
  });
  rounds += 1;
  if (exitCode === 0) continue;
  failed += 1;
  process.stdout.write(`${output.slice(Math.max(0, output.indexOf('Failed Tests')))}\n`);
}
process.stdout.write(`${files.length} files with properties, ${rounds} rounds, ${failed} of them failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
