import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import * as z from 'zod/mini';

import type { Suggestions } from '#contract/suggestions.ts';
import { ProblemError, stopReason } from '#core/errors/problem-messages.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';
import type { Link } from '#core/links/link.ts';
import { serverBusy } from '#server/queue.ts';

import { createFairQueue, type Owner } from './fair-queue.ts';
import type { FromWorker, Question, SuggestTask, ToWorker, WriteTask } from './messages.ts';

type WorkerPoolOptions = {
  /** The program of the threads. */
  readonly file: URL;
  readonly threads?: number;
  /** The largest heap of a thread, in megabytes. */
  readonly memory?: number;
  /** The longest time of a piece of work, in milliseconds. */
  readonly deadline?: number;
};

/** There are at least two. With one, the long work of one visitor would delay all others. */
const usualThreads = Math.max(2, Math.min(4, availableParallelism()));

async function* none(): AsyncGenerator<never, void, undefined> {}

export type WorkerPool = ReturnType<typeof createWorkerPool>;
/** A place in the queue for long work. */
export type WorkPlace = ReturnType<WorkerPool['enter']>;

/** Opens a few threads for long work, so that other requests need not wait for it. */
export function createWorkerPool({ threads = usualThreads, ...options }: WorkerPoolOptions) {
  const queue = createFairQueue({ atOnce: threads });
  const { ask, close } = createWorkers(options);
  return {
    /** Ends all threads. Their open work throws 'server-stopping'. */
    close,
    /** Takes a place in the queue. Throws 'rate-limited' and 'server-busy' as the queue does. */
    enter(owner: Owner) {
      const { inTurn, giveUp } = queue.enter(owner);
      return {
        /** Does the work in this thread. The work must let others take turns. */
        inTurn,
        giveUp,
        /** Writes in a worker and gives the place up. Throws as `PoolWorker.ask` does, and the signal's reason. */
        write: (input: WriteTask, signal: AbortSignal) =>
          inTurn(() => ask<GenerationStep[]>({ name: 'write', input }, none(), signal), signal),
        /** Does the same for suggestions. */
        suggest: (input: SuggestTask, links: Batches, signal: AbortSignal) =>
          inTurn(() => ask<Suggestions>({ name: 'suggest', input }, links, signal), signal),
      };
    },
  };
}

/** The links that a task may read. A batch is read when the task asks for it. */
type Batches = AsyncIterable<readonly Link[]>;

/** Starts threads as they are needed, and reuses idle ones. */
function createWorkers(options: Omit<WorkerPoolOptions, 'threads'>) {
  const workers = new Set<PoolWorker>();
  const idle: PoolWorker[] = [];
  let isClosed = false;

  function take(): PoolWorker {
    if (isClosed) throw stopping();
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
      await Promise.all([...workers].map((worker) => worker.end(stopping())));
    },
  };
}

function stopping(): ProblemError {
  return new ProblemError('server-stopping');
}

const tooMuchMemory =
  'Your content takes more memory than the server has for one text. Please shorten it and try again.';
const tooMuchTime =
  'Your content takes the server too long to work through. Please shorten it, or try again in a minute.';

const outOfMemory = z.object({ code: z.literal('ERR_WORKER_OUT_OF_MEMORY') });

type PoolWorker = ReturnType<typeof createPoolWorker>;

/** Starts a thread that does one piece of work at a time. */
function createPoolWorker({ file, memory = 512, deadline = 20_000 }: WorkerPoolOptions) {
  const worker = startWorker(file, memory, end);
  let isFit = true;
  let fail: ((reason: unknown) => void) | null = null;

  function tell(message: ToWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
    worker.postMessage(message);
  }

  const stop = () => tell({ type: 'stop' });
  const expire = () => void end(serverBusy({ detail: tooMuchTime, retryAfterSeconds: 60 }));

  /** Ends the thread. An open `ask` throws the reason. */
  async function end(reason: unknown): Promise<void> {
    isFit = false;
    fail?.(reason);
    await worker.terminate();
  }

  /** Resolves with the answer. Until then, sends the links that the worker asks for. */
  function answerTo<Answer>(question: Question, links: Batches, signal: AbortSignal): Promise<Answer> {
    const source = links[Symbol.asyncIterator]();
    const give = async () => tell({ type: 'links', links: signal.aborted ? null : await nextOf(source) });
    return new Promise<Answer>((resolve, reject) => {
      fail = reject;
      worker.removeAllListeners('message').on('message', (message: FromWorker<Answer>) => {
        if (message.type === 'more-links') give().catch(end);
        else if (message.type === 'answer') {
          if (message.isLarge) isFit = false;
          resolve(message.answer);
        } else reject(message.type === 'problem' ? new ProblemError(message.code, message) : message.error);
      });
      tell({ type: 'ask', question });
    }).finally(() => void source.return?.().catch(() => undefined));
  }

  return {
    /** Returns whether the worker may get another question. */
    isFit: () => isFit,
    end,
    /**
     * Throws what the work throws, 'content-too-long' when it takes too much memory, and 'server-busy' at the deadline.
     * When the signal aborts, the worker is asked to end the work.
     */
    async ask<Answer>(question: Question, links: Batches, signal: AbortSignal): Promise<Answer> {
      signal.addEventListener('abort', stop, { once: true });
      const timer = setTimeout(expire, deadline);
      try {
        return await answerTo<Answer>(question, links, signal);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        fail = null;
      }
    },
  };
}

function startWorker(file: URL, memory: number, end: (reason: unknown) => Promise<void>): Worker {
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 64 },
  });
  worker.on('error', (cause) => {
    const isFull = outOfMemory.safeParse(cause).success;
    void end(isFull ? new ProblemError('content-too-long', { cause, detail: tooMuchMemory }) : cause);
  });
  worker.on('exit', (code) => void end(new Error(`A worker ended with code ${code}.`)));
  // An idle thread does not keep the process alive.
  worker.unref();
  return worker;
}

async function nextOf<T>(source: AsyncIterator<T>): Promise<T | null> {
  const step = await source.next();
  return step.done === true ? null : step.value;
}
