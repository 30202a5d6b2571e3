import { prepare, runScript } from '#scripts/bootstrap.mjs';

prepare();
runScript('tools/scripts/build.ts', '--if-needed');
runScript('tools/scripts/fortress/fortress.ts');
