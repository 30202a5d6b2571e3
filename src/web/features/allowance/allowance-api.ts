import { allowanceSchema, type Allowance } from '#contract/visitor.ts';

import { sendForJson } from '#web/api/send.ts';

/** Reads how much the visitor may still generate today. */
export type ReadAllowance = () => Promise<Allowance>;

export function createAllowanceApi(): ReadAllowance {
  return () =>
    sendForJson({ method: 'GET', path: '/api/allowance', fallback: 'unexpected' }, allowanceSchema);
}
