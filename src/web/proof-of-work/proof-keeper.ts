import type { Challenge, Proof } from '#contract/challenge.ts';
import { proofMessages } from '#core/errors/proof-messages.ts';
import { ApiError } from '#web/api/api-error.ts';

export type ProofKeeper = {
  /** Has the work begun, unless a proof is there or on its way. */
  prepare(): void;
  /** The next proof, as the header wants it; each is given once. Waits for it while the signal lets it. */
  take(signal: AbortSignal): Promise<string>;
};

type ProofParts = {
  readonly ask: (signal: AbortSignal) => Promise<Challenge>;
  readonly solve: (challenge: Challenge, signal: AbortSignal) => Promise<Proof>;
  /** Ends work of which nobody hears any more; the next who needs a proof begins anew. */
  readonly patience: () => AbortSignal;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
};

type Work = { readonly proof: Promise<Proof>; readonly startedAt: number };

/** The server takes a proof for ten minutes; whose clock is right is not asked. */
const shelfLife = 480_000;

export function createProofKeeper({ ask, solve, patience, now }: ProofParts): ProofKeeper {
  let work: Work | null = null;

  function current(): Work {
    if (work !== null && now() - work.startedAt < shelfLife) return work;
    const signal = patience();
    const proof = ask(signal).then((challenge) => solve(challenge, signal));
    const begun = { proof: orAborted(proof, signal), startedAt: now() };
    // Whoever takes it hears of its failure; the next one begins anew.
    begun.proof.catch(() => {
      if (work === begun) work = null;
    });
    work = begun;
    return begun;
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

/** Work whose taker leaves goes on for the next one. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
