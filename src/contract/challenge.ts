import * as z from 'zod/mini';

/**
 * Work that a browser does before a paid generation, in the format of ALTCHA's second protocol. Valid until
 * `expiresAt`.
 */
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

/** The content of the `Altcha` header of a request, which is Base64 of this JSON. */
export const proofSchema = z.object({
  challenge: challengeSchema,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

export type Proof = z.infer<typeof proofSchema>;
