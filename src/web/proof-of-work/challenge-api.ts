import { challengeSchema, type Challenge } from '#contract/visitor.ts';

import { sendForJson } from '#web/api/send.ts';

/** Requests the work that this browser must do before the server's model writes. */
export function askChallenge(signal: AbortSignal): Promise<Challenge> {
  return sendForJson(
    { method: 'GET', path: '/api/challenge', signal, fallback: 'generation-failed' },
    challengeSchema,
  );
}
