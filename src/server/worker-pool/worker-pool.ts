import { availableParallelism } from 'node:os';

import { stopReason } from '#llm-client/call-failure.ts';
import type { Link } from '#core/links/link.ts';
import { ProblemError } from '#core/errors/problem.ts';

import { createPoolWorker, type PoolWorker } from './pool-worker.ts';
import { createFairQueue, type Owner } from './fair-queue.ts';
import type { Question } from './messages.ts';
import type { Tasks } from './tasks.ts';

type Input<Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];
type Answer<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

/** A place in the queue for long work. */
export type WorkPlace = {
  /** Does the work in a worker and gives the place up. Throws as `PoolWorker.ask` does, and the signal's reason. */
  write(input: Input<'write'>, signal: AbortSignal): Promise<Answer<'write'>>;
  suggest(
    input: Input<'suggest'>,
    links: AsyncIterable<readonly Link[]>,
    signal: AbortSignal,
  ): Promise<Answer<'suggest'>>;
  /** Does the work in this thread. The work must let others take turns. */
  inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Gives the place up when it is not used yet. */
  giveUp(): void;
};

/** A few threads for long work, so that other requests need not wait for it. */
export type WorkerPool = {
  /** Throws 'rate-limited' and 'server-busy' as `FairQueue.enter` does. */
  enter(owner: Owner): WorkPlace;
  /** Ends all threads. Their open work throws 'server-stopping'. */
  close(): Promise<void>;
};

type WorkerPoolOptions = {
  /** The program of the threads. */
  readonly file: URL;
  readonly threads?: number;
  /** How large the heap of each may grow, in megabytes. */
  readonly memory?: number;
  /** How long a piece of work may take, in milliseconds. */
  readonly deadline?: number;
};

/** At least two: with one, the long work of a single visitor would keep all others waiting. */
const usualThreads = Math.max(2, Math.min(4, availableParallelism()));

async function* none(): AsyncGenerator<never, void, undefined> {}

export function createWorkerPool({ threads = usualThreads, ...options }: WorkerPoolOptions): WorkerPool {
  const queue = createFairQueue({ atOnce: threads });
  const { ask, close } = createWorkers(options);
  return {
    close,
    enter(owner) {
      const place = queue.enter(owner);
      async function inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
        try {
          await place.turn(signal);
          return await work();
        } finally {
          place.leave();
        }
      }
      return {
        inTurn,
        giveUp: place.giveUp,
        write: (input, signal) => inTurn(() => ask({ name: 'write', input }, none(), signal), signal),
        suggest: (input, links, signal) =>
          inTurn(() => ask({ name: 'suggest', input }, links, signal), signal),
      };
    },
  };
}

/** Starts threads as they are needed, and reuses idle ones. */
function createWorkers({ file, memory = 512, deadline = 20_000 }: Omit<WorkerPoolOptions, 'threads'>) {
  const workers = new Set<PoolWorker>();
  const idle: PoolWorker[] = [];
  let isClosed = false;

  function take(): PoolWorker {
    if (isClosed) throw stopping();
    const worker = idle.pop() ?? createPoolWorker(file, memory);
    workers.add(worker);
    return worker;
  }

  async function giveBack(worker: PoolWorker): Promise<void> {
    if (worker.isFit()) return void idle.push(worker);
    workers.delete(worker);
    await worker.end(null);
  }

  return {
    async ask<T>(question: Question, links: AsyncIterable<readonly Link[]>, signal: AbortSignal) {
      let worker = take();
      // An idle worker may have ended in the meantime.
      for (; !worker.isFit(); worker = take()) await giveBack(worker);
      try {
        return await worker.ask<T>(question, { signal, deadline, links });
      } catch (failure) {
        throw signal.aborted ? stopReason(signal) : failure;
      } finally {
        await giveBack(worker);
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      await Promise.all([...workers].map((worker) => worker.end(stopping())));
    },
  };
}

function stopping(): ProblemError {
  return new ProblemError('server-stopping');
}
