import { createHmac, randomInt } from 'node:crypto';

import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

import { challengeSchema, proofSchema, type Challenge, type Proof } from '#contract/visitor.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';

export type ProofOfWork = ReturnType<typeof createProofOfWork>;

/** In milliseconds. */
const lifetime = 600_000;
/** About a second of work for a present computer: the rounds of each try, and the number of tries. */
const usualWork = { rounds: 3000, tries: { min: 1000, max: 3000 } };
const longestHeader = 4096;

/** Servers with the same secret accept each other's proofs. */
export function createProofOfWork(secret: string, { rounds, tries } = usualWork) {
  const secrets = {
    hmacSignatureSecret: secretFor(secret, 'challenge'),
    hmacKeySignatureSecret: secretFor(secret, 'key'),
  };
  const takeOnce = createUsedProofs();
  return {
    async challenge(): Promise<Challenge> {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: rounds,
        counter: randomInt(tries.min, tries.max),
        deriveKey,
        expiresAt: new Date(Date.now() + lifetime),
        ...secrets,
      });
      return challengeSchema.parse(challenge);
    },
    /** Accepts the proof of an `Altcha` header, once. Throws 'proof-required' or 'proof-invalid'. */
    async take(header: string | undefined): Promise<void> {
      if (header === undefined || header === '') throw new ProblemError('proof-required');
      const { challenge, solution } = readProof(header);
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
      if (!verified || !takeOnce(challenge.signature, challenge.parameters.expiresAt))
        throw new ProblemError('proof-invalid');
    },
  };
}

function secretFor(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('hex');
}

function readProof(header: string): Proof {
  try {
    if (header.length > longestHeader) throw new RangeError('too long');
    return proofSchema.parse(JSON.parse(Buffer.from(header, 'base64').toString('utf8')));
  } catch (cause) {
    throw new ProblemError('proof-invalid', { cause });
  }
}

/**
 * Returns a function that accepts each proof once: it returns false if the proof was used before. Remembers used proofs
 * until they expire. Above the limit, forgets the oldest. The limit is hard to reach, because each proof takes a second
 * of processor time.
 */
export function createUsedProofs(limit = 100_000) {
  const expiries = new Map<string, number>();
  /** `expiresAt` is in seconds since 1970. */
  return (signature: string, expiresAt: number): boolean => {
    const now = Date.now() / 1000;
    // Proofs expire nearly in the order of their use. So the loop stops at the first valid one, and some are forgotten
    // a little late.
    for (const [oldest, end] of expiries) {
      if (end >= now) break;
      expiries.delete(oldest);
    }
    if (expiries.has(signature)) return false;
    for (const oldest of expiries.keys()) {
      if (expiries.size < limit) break;
      expiries.delete(oldest);
    }
    expiries.set(signature, expiresAt);
    return true;
  };
}
