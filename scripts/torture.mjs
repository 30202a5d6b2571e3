import process from 'node:process';

import { install, requireNode, runScript } from './bootstrap.mjs';

requireNode();
install();
runScript('scripts/build.ts', '--if-needed');
// The long form of the durability test for acknowledged saves: many more rounds than in `npm test`.
process.env['DURABILITY_ROUNDS'] ??= '200';
runScript('node_modules/vitest/vitest.mjs', 'run', '--project', 'durability');
