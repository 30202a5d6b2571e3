import { availableParallelism } from 'node:os';

import type { Suggestions } from '#contract/suggestions.ts';
import { ProblemError, stopReason } from '#core/errors/problem-messages.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';
import { serverBusy, serverStopping } from '#server/scheduling.ts';

import {
  createPoolWorker,
  type Batches,
  type PoolWorker,
  type Question,
  type SuggestTask,
  type ThreadOptions,
  type WriteTask,
} from './pool-worker.ts';

/** There are at least two. With one, the long work of one visitor would delay all others. */
const usualThreads = Math.max(2, Math.min(4, availableParallelism()));

async function* none(): AsyncGenerator<never, void, undefined> {}

export type WorkerPool = ReturnType<typeof createWorkerPool>;
export type QueuePlace = ReturnType<WorkerPool['enter']>;

/** Opens a few threads for long work, so that other requests need not wait for it. */
export function createWorkerPool({
  threads = usualThreads,
  ...options
}: ThreadOptions & { readonly threads?: number }) {
  const queue = createFairQueue({ atOnce: threads });
  const { ask, close } = createWorkers(options);
  return {
    /** Ends all threads. Their open work throws 'server-stopping'. */
    close,
    /** Takes a place in the queue. Throws 'rate-limited' and 'server-busy' as the queue does. */
    enter(owner: Owner) {
      const { inTurn, giveUp } = queue.enter(owner);
      return {
        /** Does the work in this thread. The work must let other work run in between. */
        inTurn,
        giveUp,
        /** Writes in a worker and gives the place up. Throws as `PoolWorker.ask` does, and the signal's reason. */
        write: (input: WriteTask, signal: AbortSignal) =>
          inTurn(() => ask<GenerationStep[]>({ name: 'write', input }, none(), signal), signal),
        suggest: (input: SuggestTask, links: Batches, signal: AbortSignal) =>
          inTurn(() => ask<Suggestions>({ name: 'suggest', input }, links, signal), signal),
      };
    },
  };
}

/** Starts threads as they are needed, and reuses idle ones. */
function createWorkers(options: ThreadOptions) {
  const workers = new Set<PoolWorker>();
  const idle: PoolWorker[] = [];
  let isClosed = false;

  function take(): PoolWorker {
    if (isClosed) throw serverStopping();
    const worker = idle.pop() ?? createPoolWorker(options);
    workers.add(worker);
    return worker;
  }

  async function giveBack(worker: PoolWorker): Promise<void> {
    if (worker.isFit()) return void idle.push(worker);
    workers.delete(worker);
    await worker.end(null);
  }

  return {
    async ask<Answer>(question: Question, links: Batches, signal: AbortSignal) {
      let worker = take();
      // An idle worker may have ended in the meantime.
      for (; !worker.isFit(); worker = take()) await giveBack(worker);
      try {
        return await worker.ask<Answer>(question, links, signal);
      } catch (failure) {
        throw signal.aborted ? stopReason(signal) : failure;
      } finally {
        await giveBack(worker);
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      await Promise.all([...workers].map((worker) => worker.end(serverStopping())));
    },
  };
}

/** The names for whom work is done, such as an address and a workspace. Each name has its own limits. */
export type Owner = readonly string[];

type QueueOptions = {
  readonly atOnce: number;
  /** How many places one name may have, including running work. */
  readonly placesEach?: number;
  readonly waitingAtMost?: number;
  /** How long work waits for its turn at most, in milliseconds. */
  readonly longestWait?: number;
};

type Entry = {
  readonly owner: Owner;
  state: 'held' | 'waiting' | 'running';
  begin: () => void;
};

const secondsToRetry = 5;

/**
 * Lets work begin in turns. An owner never has two pieces of work at a time, and the owner whose last turn is longest
 * ago comes first. So an owner with much work does not delay others.
 */
export function createFairQueue(options: QueueOptions) {
  const { atOnce, placesEach = 8, waitingAtMost = 64, longestWait = 30_000 } = options;
  const entries = new Set<Entry>();
  const lastTurns = new Map<string, number>();
  let turns = 0;

  const placesOf = (name: string) => [...entries].filter(({ owner }) => owner.includes(name)).length;

  function beginMore(): void {
    for (;;) {
      const next = nextOf([...entries], lastTurns, atOnce);
      if (next === undefined) return;
      turns += 1;
      for (const name of next.owner) lastTurns.set(name, turns);
      next.state = 'running';
      next.begin();
    }
  }

  function leave(entry: Entry): void {
    entries.delete(entry);
    for (const name of entry.owner) if (placesOf(name) === 0) lastTurns.delete(name);
    beginMore();
  }

  return {
    /** Takes a place. Throws 'rate-limited' when the owner has too many, and 'server-busy' when too much work waits. */
    enter(owner: Owner) {
      requireRoom(entries, waitingAtMost);
      if (owner.some((name) => placesOf(name) >= placesEach))
        throw new ProblemError('rate-limited', { retryAfterSeconds: secondsToRetry });
      const entry: Entry = { owner, state: 'held', begin: () => {} };
      entries.add(entry);
      return {
        /** Gives the place up if no turn was requested. A second call changes nothing. */
        giveUp() {
          if (entry.state === 'held') leave(entry);
        },
        /** Does the work in its turn, and gives the place up. Throws as `waitForTurn` does. */
        async inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
          try {
            signal.throwIfAborted();
            requireRoom(entries, waitingAtMost);
            // Entries wait in the order in which they ask for their turn.
            entries.delete(entry);
            entries.add(entry);
            entry.state = 'waiting';
            const begun = waitForTurn(entry, signal, longestWait);
            beginMore();
            await begun;
            return await work();
          } finally {
            leave(entry);
          }
        },
      };
    },
  };
}

function requireRoom(entries: ReadonlySet<Entry>, waitingAtMost: number): void {
  const waiting = [...entries].filter(({ state }) => state === 'waiting');
  if (waiting.length >= waitingAtMost) throw serverBusy();
}

/** None of the owners of the next entry has running work, and their last turn is longest ago. */
function nextOf(entries: readonly Entry[], lastTurns: ReadonlyMap<string, number>, atOnce: number) {
  const running = entries.filter(({ state }) => state === 'running');
  if (running.length >= atOnce) return undefined;
  const busy = new Set(running.flatMap(({ owner }) => owner));
  const free = entries.filter(
    ({ state, owner }) => state === 'waiting' && !owner.some((name) => busy.has(name)),
  );
  const lastTurn = ({ owner }: Entry) => Math.max(...owner.map((name) => lastTurns.get(name) ?? 0));
  return free.toSorted((a, b) => lastTurn(a) - lastTurn(b))[0];
}

/** Throws 'server-busy' after the longest wait, in milliseconds, and the signal's reason when it aborts. */
function waitForTurn(entry: Entry, signal: AbortSignal, longestWait: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    const fail = (reason: unknown) => {
      settle();
      entry.state = 'held';
      reject(reason);
    };
    const abort = () => fail(signal.reason);
    const timer = setTimeout(() => fail(serverBusy()), longestWait).unref();
    signal.addEventListener('abort', abort, { once: true });
    entry.begin = () => {
      settle();
      resolve();
    };
  });
}
