import { prepare, runScript } from '#scripts/bootstrap.mjs';

prepare();
runScript('scripts/build.ts', '--if-needed');
runScript('scripts/fortress/fortress.ts');
