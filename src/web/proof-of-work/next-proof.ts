import type { Challenge, Proof } from '#contract/challenge.ts';
import { proofMessages } from '#core/errors/proof-messages.ts';
import { ApiError } from '#web/api/api-error.ts';

/** Makes proofs of work, one ahead. */
export type Proofs = {
  /** Starts the work for the next proof, unless it is done or running. */
  prepare(): void;
  /** Returns the next proof as the value of its header, each proof once. Rejects when the signal aborts. */
  take(signal: AbortSignal): Promise<string>;
};

type ProofsOptions = {
  readonly ask: (signal: AbortSignal) => Promise<Challenge>;
  readonly solve: (challenge: Challenge, signal: AbortSignal) => Promise<Proof>;
  /** Returns a signal that ends work that takes too long. The next call starts again. */
  readonly timeout: () => AbortSignal;
  /** A clock in milliseconds. */
  readonly now: () => number;
};

type Work = { readonly proof: Promise<Proof>; readonly startedAt: number };

/** In milliseconds. The server accepts a proof for ten minutes; this is less, so that clocks need not agree. */
const proofLifetime = 480_000;

export function createProofs({ ask, solve, timeout, now }: ProofsOptions): Proofs {
  let work: Work | null = null;

  function current(): Work {
    if (work !== null && now() - work.startedAt < proofLifetime) return work;
    const signal = timeout();
    const proof = ask(signal).then((challenge) => solve(challenge, signal));
    const started = { proof: orAborted(proof, signal), startedAt: now() };
    // `take` rejects with the failure. The next call starts again.
    started.proof.catch(() => {
      if (work === started) work = null;
    });
    work = started;
    return started;
  }

  return {
    prepare: () => void current(),
    async take(signal) {
      const taken = current();
      try {
        const proof = await orAborted(taken.proof, signal);
        if (work === taken) work = null;
        return btoa(JSON.stringify(proof));
      } catch (failure) {
        if (signal.aborted || failure instanceof ApiError) throw failure;
        const code = 'proof-required';
        throw new ApiError({ code, detail: proofMessages[code], status: null }, { cause: failure });
      }
    },
  };
}

/** Rejects when the signal aborts. The work goes on for the next caller. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
