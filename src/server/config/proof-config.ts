import { randomBytes } from 'node:crypto';

import * as z from 'zod/mini';

/** The proof of work that a browser must send before a model writes. */
export const proofVariables = z.object({
  ALTCHA: z._default(z.enum(['on', 'off'], 'on or off'), 'off'),
  ALTCHA_SECRET: z.optional(
    z.string().check(z.minLength(16, 'at least 16 characters, such as the output of: openssl rand -hex 32')),
  ),
});

/** The proof is null if none is required. Servers with the same secret accept each other's proofs. */
export function readProofConfig({ ALTCHA, ALTCHA_SECRET: shared }: z.infer<typeof proofVariables>) {
  const secret = shared ?? randomBytes(32).toString('hex');
  return { proof: ALTCHA === 'off' ? null : { secret, isShared: shared !== undefined } };
}
