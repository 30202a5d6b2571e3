import { spawnSync } from 'node:child_process';
import process from 'node:process';

import { prepare, runScript } from './bootstrap.mjs';

// Builds and packs. `npm pack` alone would pack the build that is there: `.npmrc` switches its scripts off.
prepare();
runScript('tools/scripts/build.ts', '--if-needed');
const { status } = spawnSync('npm', ['pack', '--loglevel=error', ...process.argv.slice(2)], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
