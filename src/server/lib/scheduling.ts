import { setTimeout as sleep } from 'node:timers/promises';

import { ProblemError, type ProblemOptions } from '#core/errors/problem-messages.ts';

/** Returns the refusal of work that has waited too long, or that cannot wait because too much work waits. */
export function serverBusy(options: ProblemOptions = {}): ProblemError {
  return new ProblemError('server-busy', { retryAfterSeconds: 5, ...options });
}

/** After this time, in seconds, this server or another one should be ready. */
const restartSeconds = 30;

/** Returns the refusal of work that the server cannot begin or end before it stops. */
export function serverStopping(): ProblemError {
  return new ProblemError('server-stopping', { retryAfterSeconds: restartSeconds });
}

/** How long work waits for its turn within this process, in milliseconds. */
export const turnTimeout = 10_000;

/**
 * Returns a function that runs one piece of work after the other, urgent work first. Work that is not urgent and has
 * waited longer than `timeout` milliseconds does not run, and throws 'server-busy'. Otherwise, behind work that hangs,
 * it would wait for one timeout after the other.
 */
export function createQueue(timeout: number) {
  const urgent: (() => Promise<void>)[] = [];
  const usual: (() => Promise<void>)[] = [];
  let isWorking = false;

  async function workOff(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    while (urgent.length + usual.length > 0) await (urgent.shift() ?? usual.shift())?.();
    isWorking = false;
  }

  return <T>(work: () => Promise<T>, isUrgent = false) =>
    new Promise<T>((resolve, reject) => {
      const since = performance.now();
      (isUrgent ? urgent : usual).push(async () => {
        if (!isUrgent && performance.now() - since > timeout)
          reject(serverBusy({ cause: 'The work before it took too long.' }));
        else await work().then(resolve, reject);
      });
      void workOff();
    });
}

/**
 * Runs the work again and again, with a pause (in milliseconds) before each run. The work must not throw.
 * Returns a function that stops this, and that resolves when the current run has ended.
 */
export function repeatWork(
  work: () => Promise<void>,
  { first, later }: { readonly first: number; readonly later: number },
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function repeat(): Promise<void> {
    for (let pause = first; ; pause = later) {
      await sleep(pause, null, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return;
      await work();
    }
  }

  const ended = repeat();
  return () => {
    stopping.abort();
    return ended;
  };
}

/** Ends a piece of work early. Its visitor gets the reason. */
type Interrupt = (reason: ProblemError) => void;

/** Tracks the work that must end before the server stops. */
export type Drain = {
  isDraining(): boolean;
  /** Registers work. Returns a function that unregisters it. Throws 'server-stopping' after `start`. */
  enter(interrupt: Interrupt): () => void;
  /** Accepts no more work. Resolves when all registered work has ended. */
  start(): Promise<void>;
  /** Interrupts all registered work. */
  interrupt(): void;
};

export function createDrain(): Drain {
  const running = new Set<Interrupt>();
  let whenEmpty: (() => void) | null = null;
  return {
    isDraining: () => whenEmpty !== null,
    enter(interrupt) {
      if (whenEmpty !== null) throw serverStopping();
      running.add(interrupt);
      return () => {
        running.delete(interrupt);
        if (running.size === 0) whenEmpty?.();
      };
    },
    start: () =>
      new Promise((resolve) => {
        whenEmpty = resolve;
        if (running.size === 0) resolve();
      }),
    interrupt() {
      for (const interrupt of running)
        interrupt(new ProblemError('generation-interrupted', { retryAfterSeconds: restartSeconds }));
    },
  };
}
