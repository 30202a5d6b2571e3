import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';

import { runTool } from './run-command.ts';
import { sourceStamp } from './vite/source-stamp.ts';

const stampFile = 'dist/source-stamp';

async function isCurrent(stamp: string): Promise<boolean> {
  return existsSync('dist/server/main.js') && (await readFile(stampFile, 'utf8').catch(() => '')) === stamp;
}

async function build(stamp: string): Promise<void> {
  process.stdout.write('Building ...\n');
  for (const config of ['src/web/vite.config.ts', 'src/server/vite.config.ts', 'src/cli/vite.config.ts']) {
    // A run of tests has another value, with which React would be its slow development version.
    const environment = { NODE_ENV: 'production' };
    const { exitCode, output } = await runTool('vite', ['build', '--config', config], { environment });
    if (exitCode !== 0) throw new Error(`The build failed (${config}).\n${output}`);
  }
  await writeFile(stampFile, stamp);
}

const stamp = await sourceStamp();
if (!process.argv.includes('--if-needed') || !(await isCurrent(stamp))) {
  await build(stamp).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
