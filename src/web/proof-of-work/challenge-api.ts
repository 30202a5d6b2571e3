import { challengeSchema } from '#contract/challenge.ts';
import type { Challenge } from '#contract/challenge.ts';

import { sendForJson } from '#web/api/send.ts';

/** Work to be done before a generation by the server's model. */
export function askChallenge(signal: AbortSignal): Promise<Challenge> {
  return sendForJson(
    { method: 'GET', path: '/api/challenge', signal, fallback: 'generation-failed' },
    challengeSchema,
  );
}
