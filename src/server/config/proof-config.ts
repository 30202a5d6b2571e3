import { randomBytes } from 'node:crypto';

import * as z from 'zod/mini';

/** The proof of work that a browser must send before a model writes. */
export const proofVariables = z.object({
  ALTCHA: z._default(z.enum(['on', 'off'], 'on or off'), 'off'),
  ALTCHA_SECRET: z.optional(
    z.string().check(z.minLength(16, 'at least 16 characters, such as the output of: openssl rand -hex 32')),
  ),
});

export type ProofConfig = {
  /** Null: no proof of work is required. Servers with the same secret accept each other's proofs. */
  readonly proof: { readonly secret: string; readonly isShared: boolean } | null;
};

export function readProofConfig({ ALTCHA, ALTCHA_SECRET }: z.infer<typeof proofVariables>): ProofConfig {
  if (ALTCHA === 'off') return { proof: null };
  const secret = ALTCHA_SECRET ?? randomBytes(32).toString('hex');
  return { proof: { secret, isShared: ALTCHA_SECRET !== undefined } };
}
