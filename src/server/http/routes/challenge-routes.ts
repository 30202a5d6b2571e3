import type { FastifyInstance } from 'fastify';

import type { ProofOfWork } from '#server/proof-of-work/proof-of-work.ts';

/** Gives a browser the challenge of the proof of work for a paid generation. */
export function addChallengeRoutes(app: FastifyInstance, proofOfWork: ProofOfWork): void {
  app.get('/api/challenge', () => proofOfWork.challenge());
}
