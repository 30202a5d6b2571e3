import { createHmac, randomInt } from 'node:crypto';

import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

import type { Challenge, Proof } from '#contract/challenge.ts';
import { challengeSchema, proofSchema } from '#contract/challenge.ts';
import { ProblemError } from '#core/errors/problem.ts';

import { createUsedProofs } from './used-proofs.ts';

export type ProofOfWork = {
  challenge(): Promise<Challenge>;
  /** Takes a proof from the `Altcha` header, once. Throws 'proof-required' or 'proof-invalid'. */
  take(header: string | undefined): Promise<void>;
};

const lifetime = 600_000;
/** A second of work for a computer of today: so many tries find the key, each of so many rounds. */
const usualWork = { rounds: 3000, tries: { min: 1000, max: 3000 } };
const longestHeader = 4096;

/** Servers with the same secret take each other's proofs. */
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
