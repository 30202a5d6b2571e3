import { prepare, runScript } from './bootstrap.mjs';

prepare();
runScript('tools/scripts/build.ts', '--if-needed');
// The server runs in this process, so that it receives all signals.
await import('../../dist/server/main.js');
