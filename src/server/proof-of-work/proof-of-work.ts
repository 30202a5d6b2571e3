import { createHmac, randomInt } from 'node:crypto';

import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

import { challengeSchema, proofSchema, type Challenge, type Proof } from '#contract/visitor.ts';
import { ProblemError } from '#core/errors/problem.ts';

export type ProofOfWork = {
  /** Makes a new challenge for a browser. */
  challenge(): Promise<Challenge>;
  /** Accepts the proof of an `Altcha` header, once. Throws 'proof-required' or 'proof-invalid'. */
  take(header: string | undefined): Promise<void>;
};

/** In milliseconds. */
const lifetime = 600_000;
/** About a second of work for a computer of today: the number of tries that find the key, and the rounds of each try. */
const usualWork = { rounds: 3000, tries: { min: 1000, max: 3000 } };
const longestHeader = 4096;

/** Servers with the same secret accept each other's proofs. */
export function createProofOfWork(secret: string, { rounds, tries } = usualWork): ProofOfWork {
  const hmacSignatureSecret = secretFor(secret, 'challenge');
  const hmacKeySignatureSecret = secretFor(secret, 'key');
  const used = createUsedProofs();
  return {
    async challenge() {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: rounds,
        counter: randomInt(tries.min, tries.max),
        deriveKey,
        expiresAt: new Date(Date.now() + lifetime),
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      return challengeSchema.parse(challenge);
    },
    async take(header) {
      if (header === undefined || header === '') throw new ProblemError('proof-required');
      const { challenge, solution } = readProof(header);
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      if (!verified || !used.take(challenge.signature, challenge.parameters.expiresAt))
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

type UsedProofs = {
  /** Returns false if the proof was taken before. `expiresAt` is in seconds since 1970. */
  take(signature: string, expiresAt: number): boolean;
};

/**
 * Remembers used proofs until they expire. Above the limit the oldest is forgotten. The limit is hard to reach, because
 * each proof costs a second of somebody's processor.
 */
export function createUsedProofs(limit = 100_000): UsedProofs {
  const expiries = new Map<string, number>();

  /** Proofs expire nearly in the order of their use, so some are forgotten a little late. */
  function forgetExpired(now: number): void {
    for (const [signature, expiresAt] of expiries) {
      if (expiresAt >= now) return;
      expiries.delete(signature);
    }
  }

  return {
    take(signature, expiresAt) {
      forgetExpired(Date.now() / 1000);
      if (expiries.has(signature)) return false;
      for (const oldest of expiries.keys()) {
        if (expiries.size < limit) break;
        expiries.delete(oldest);
      }
      expiries.set(signature, expiresAt);
      return true;
    },
  };
}
