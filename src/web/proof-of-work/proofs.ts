import { askChallenge } from '#web/api/challenge-api.ts';

import { createProofs } from './next-proof.ts';
import { solveChallenge } from './solve-challenge.ts';

/** The proofs of this page. */
export const proofs = createProofs({
  ask: askChallenge,
  solve: solveChallenge,
  // The worker itself stops after a minute.
  timeout: () => AbortSignal.timeout(90_000),
  now: () => performance.now(),
});
