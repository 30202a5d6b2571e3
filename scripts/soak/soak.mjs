import process from 'node:process';

import { prepare, runScript } from '#scripts/bootstrap.mjs';

prepare();
runScript('scripts/build.ts', '--if-needed');
runScript('scripts/soak/soak.ts', ...process.argv.slice(2));
