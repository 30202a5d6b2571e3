import { install, requireNode, runScript } from './bootstrap.mjs';

requireNode();
install();
runScript('scripts/build.ts', '--if-needed');
// In this same process, so that every signal reaches the server itself.
await import('../dist/server/main.js');
