import { install, requireNode } from './bootstrap.mjs';

requireNode();
install();
await import('tsx/esm');
await import('./fuzz.ts');
