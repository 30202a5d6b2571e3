import { register } from 'tsx/esm/api';

// A thread does not inherit the loader of tsx from its process.
register();
await import('./worker.ts');
