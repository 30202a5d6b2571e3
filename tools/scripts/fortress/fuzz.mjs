import { prepare } from '#scripts/bootstrap.mjs';

prepare();
await import('tsx/esm');
await import('./fuzz.ts');
