import { challengeSchema, proofSchema, type Challenge, type Proof } from '#contract/visitor.ts';
import { ApiError, apiError, sendForJson } from '#web/api/send.ts';
import { orAborted } from '#web/lib/tasks.ts';
import { trustedAddress } from '#web/lib/trusted-address.ts';

// oxlint-disable-next-line import/default -- Vite gives the address of the worker that it builds
import workerAddress from './proof-worker.ts?worker&url';

type ProofsOptions = {
  readonly ask: (signal: AbortSignal) => Promise<Challenge>;
  readonly solve: (challenge: Challenge, signal: AbortSignal) => Promise<Proof>;
  /** Returns a signal that stops work that takes too long. The next call then starts new work. */
  readonly timeout: () => AbortSignal;
  /** A clock in milliseconds. */
  readonly now: () => number;
};

type Work = { readonly proof: Promise<Proof>; readonly startedAt: number };

/** In milliseconds. The server accepts a proof for ten minutes. This is less, because clocks may differ. */
const proofLifetime = 480_000;

/** Makes proofs of work, one of them in advance. */
export function createProofs({ ask, solve, timeout, now }: ProofsOptions) {
  let work: Work | null = null;

  function current(): Work {
    if (work !== null && now() - work.startedAt < proofLifetime) return work;
    const signal = timeout();
    const proof = ask(signal).then((challenge) => solve(challenge, signal));
    const started = { proof: orAborted(proof, signal), startedAt: now() };
    // The failure is reported by `take`. The next call starts new work.
    started.proof.catch(() => {
      if (work === started) work = null;
    });
    work = started;
    return started;
  }

  return {
    /** Starts the work for the next proof, unless it is done or running. */
    prepare: () => void current(),
    /** Returns the next proof as the value of its header, each proof once. Rejects when the signal aborts. */
    async take(signal: AbortSignal): Promise<string> {
      const taken = current();
      try {
        // If this caller stops, the work continues for the next one.
        const proof = await orAborted(taken.proof, signal);
        if (work === taken) work = null;
        return btoa(JSON.stringify(proof));
      } catch (failure) {
        if (signal.aborted || failure instanceof ApiError) throw failure;
        throw apiError('proof-required', { cause: failure });
      }
    },
  };
}

const challengeRequest = { method: 'GET', path: '/api/challenge', fallback: 'generation-failed' } as const;

/** Makes the proofs of this page. Call it once. */
export function openProofs() {
  const address = trustedAddress('proof-worker', workerAddress);
  return createProofs({
    ask: (signal) => sendForJson({ ...challengeRequest, signal }, challengeSchema),
    solve: (challenge, signal) => solveInWorker(address, challenge, signal),
    // The worker itself stops after a minute.
    timeout: () => AbortSignal.timeout(90_000),
    now: () => performance.now(),
  });
}

/** Solves the challenge in a worker, so that the page stays responsive. Rejects if there is no solution. */
async function solveInWorker(address: string, challenge: Challenge, signal: AbortSignal): Promise<Proof> {
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
