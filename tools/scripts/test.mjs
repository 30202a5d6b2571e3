import { prepare } from './bootstrap.mjs';

prepare();
await import('tsx/esm');
await import('./test.ts');
