import process from 'node:process';

import { prepare, runScript } from './bootstrap.mjs';

prepare();
runScript('tools/scripts/build.ts', '--if-needed');
// Runs the durability tests with many more rounds than `npm test`.
process.env['DURABILITY_ROUNDS'] ??= '200';
runScript('node_modules/vitest/vitest.mjs', 'run', '--project', 'durability');
