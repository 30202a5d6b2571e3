import { createAllowanceApi } from './allowance-api.ts';

import { createAllowance } from './allowance-store.ts';

/** The one of this page. */
export const allowance = createAllowance({
  read: createAllowanceApi(),
  now: () => Date.now(),
  setTimeout: (task, milliseconds) => window.setTimeout(task, milliseconds),
});
