import { isReady, prepare, runScript } from './bootstrap.mjs';

// A tree for production has a build and no tools for another one.
if (!isReady()) {
  prepare();
  runScript('tools/scripts/build.ts', '--if-needed');
}
// The server runs in this process, so that it receives all signals.
await import('../../dist/server/main.js');
