import process from 'node:process';

import { prepare, runScript } from '#scripts/bootstrap.mjs';

prepare();
runScript('tools/scripts/build.ts', '--if-needed');
runScript('tools/scripts/deploy/check-deploy.ts', ...process.argv.slice(2));
