import { askChallenge } from './challenge-api.ts';

import { createProofKeeper } from './proof-keeper.ts';
import { solveChallenge } from './solve-challenge.ts';

/** The proofs of this page. */
export const proofs = createProofKeeper({
  ask: askChallenge,
  solve: solveChallenge,
  // A worker that runs gives up after a minute by itself.
  patience: () => AbortSignal.timeout(90_000),
  now: () => performance.now(),
});
