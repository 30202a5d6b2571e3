import { install, requireNode, runScript } from '#scripts/bootstrap.mjs';

requireNode();
install();
runScript('scripts/build.ts', '--if-needed');
runScript('scripts/fortress/fortress.ts');
