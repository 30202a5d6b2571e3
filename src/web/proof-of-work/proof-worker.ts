import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

declare const self: DedicatedWorkerGlobalScope;

type Work = Parameters<typeof solveChallenge>[0]['challenge'];

self.addEventListener('message', ({ data }: MessageEvent<Work>) => {
  void solve(data);
});

/** Answers with the solution, or with null where there was none in time or the browser lacks the means. */
async function solve(challenge: Work): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener: its page
  self.postMessage(await solveChallenge({ challenge, deriveKey, timeout: 60_000 }).catch(() => null));
}
