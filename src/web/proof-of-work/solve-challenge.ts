import { proofSchema, type Challenge, type Proof } from '#contract/visitor.ts';
import { trustedAddress } from '#web/lib/trusted-address.ts';

// oxlint-disable-next-line import/default -- Vite gives the address of the worker that it builds
import workerAddress from './proof-worker.ts?worker&url';

let address: string | null = null;

/** Solves the challenge in a worker, so that the page stays responsive. Rejects if there is no solution. */
export async function solveChallenge(challenge: Challenge, signal: AbortSignal): Promise<Proof> {
  address ??= trustedAddress('proof-worker', workerAddress);
  const worker = new Worker(address, { type: 'module' });
  try {
    const solution = await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }) => resolve(data));
      worker.addEventListener('error', () => reject(new Error('The worker could not be started.')));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
      worker.postMessage(challenge);
    });
    return proofSchema.parse({ challenge, solution });
  } finally {
    worker.terminate();
  }
}
