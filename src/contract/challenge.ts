import * as z from 'zod/mini';

/** Work for a browser to do before a paid generation, as ALTCHA's second protocol has it. Lasts until `expiresAt`. */
export const challengeSchema = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    /** In seconds since 1970. */
    expiresAt: z.number(),
  }),
  signature: z.string(),
});

export type Challenge = z.infer<typeof challengeSchema>;

/** What the `Altcha` header of a request carries, as Base64 of its JSON. */
export const proofSchema = z.object({
  challenge: challengeSchema,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

export type Proof = z.infer<typeof proofSchema>;
