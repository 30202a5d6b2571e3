import { allowanceSchema } from '#contract/allowance.ts';
import type { Allowance } from '#contract/allowance.ts';

import { sendForJson } from '#web/api/send.ts';

/** Asks what the visitor may still have generated today. */
export type ReadAllowance = () => Promise<Allowance>;

export function createAllowanceApi(origin = ''): ReadAllowance {
  const path = `${origin}/api/allowance`;
  return () => sendForJson({ method: 'GET', path, fallback: 'unexpected' }, allowanceSchema);
}
