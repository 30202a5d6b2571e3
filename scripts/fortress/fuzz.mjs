import { install, requireNode } from '#scripts/bootstrap.mjs';

requireNode();
install();
await import('tsx/esm');
await import('./fuzz.ts');
