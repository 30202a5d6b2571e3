import { install, requireNode, runScript } from './bootstrap.mjs';

requireNode();
install();
runScript('scripts/build.ts', '--if-needed');
runScript('scripts/fortress.ts');
