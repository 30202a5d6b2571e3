import process from 'node:process';

import { install, requireNode, runScript } from '#scripts/bootstrap.mjs';

requireNode();
install();
runScript('scripts/build.ts', '--if-needed');
runScript('scripts/soak/soak.ts', ...process.argv.slice(2));
