import { register } from 'tsx/esm/api';

// A thread of a process that runs TypeScript by tsx does not do so itself.
register();
await import('./worker.ts');
