import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';

import { ProblemError, type ProblemOptions } from '#core/errors/problem-messages.ts';

/** Returns the refusal of work that has waited too long or has no room to wait. */
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

type BatchOptions = {
  /** The largest number of items in one batch. */
  readonly most: number;
  /** How long an item waits for earlier batches, in milliseconds. By default there is no limit. */
  readonly timeout?: number;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly since: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

/**
 * Returns a function that adds an item to the next batch and returns its result. Items that come in one round of the
 * event loop, or while a batch runs, form the next batch, because many items travel to a database as fast as one. When
 * `work` throws, all items of its batch throw. An item that has waited longer than `timeout` throws 'server-busy'.
 */
export function createBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most, timeout = Number.POSITIVE_INFINITY }: BatchOptions,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isWorking = false;

  function nextBatch(): Waiting<Item, Result>[] {
    const earliest = performance.now() - timeout;
    for (let [first] = waiting; first !== undefined && first.since < earliest; [first] = waiting) {
      waiting.shift();
      first.reject(serverBusy({ cause: 'The batch before it took too long.' }));
    }
    return waiting.splice(0, most);
  }

  async function workOff(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (;;) {
      // This lets requests that have already arrived join the batch.
      await immediate();
      const batch = nextBatch();
      if (batch.length === 0) break;
      try {
        const results = await work(batch.map(({ item }) => item));
        if (results.length !== batch.length) throw new Error('Not all of a batch was done.');
        for (const [index, result] of results.entries()) batch[index]?.resolve(result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWorking = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, since: performance.now(), resolve, reject });
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
  /** Ends all registered work. */
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
      new Promise<void>((resolve) => {
        whenEmpty = resolve;
        if (running.size === 0) resolve();
      }),
    interrupt() {
      for (const interrupt of running)
        interrupt(new ProblemError('generation-interrupted', { retryAfterSeconds: restartSeconds }));
    },
  };
}
