import { register } from 'tsx/esm/api';

// A thread does not inherit the loader of tsx from its process, so it registers its own.
register();
export const { run } = await import('./thread.ts');
