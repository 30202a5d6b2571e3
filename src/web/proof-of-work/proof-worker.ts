import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

declare const self: DedicatedWorkerGlobalScope;

type Work = Parameters<typeof solveChallenge>[0]['challenge'];

self.addEventListener('message', ({ data }: MessageEvent<Work>) => {
  void solve(data);
});

/** Posts the solution, or null if it took too long or the browser cannot do it. */
async function solve(challenge: Work): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener: its page
  self.postMessage(await solveChallenge({ challenge, deriveKey, timeout: 60_000 }).catch(() => null));
}
