import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

import { Piscina } from 'piscina';
import * as z from 'zod/mini';

import type { Suggestions } from '#contract/suggestions.ts';
import { ProblemError, stopReason } from '#core/errors/problem-messages.ts';
import type { FinishedGeneration, GenerationStep } from '#core/generation/finished-generation.ts';
import { runTask, type JobRequest, type RunTask, type TaskName } from '#core/generation/long-tasks.ts';
import type { Link } from '#core/links/link.ts';
import { serverBusy, serverStopping } from '#server/lib/scheduling.ts';

import { createFairQueue, type Owner, type QueuePlace } from './fair-queue.ts';
import type { SuggestionRequest } from './suggest-links.ts';
import type { ExportRequest, ThreadAnswer, ThreadTask } from './thread.ts';

/** There are at least two. With one, the long work of one visitor would delay all others. */
const usualThreads = Math.max(2, Math.min(4, availableParallelism()));

/** Work on a shorter content takes a few milliseconds, and is done at once. In UTF-16 units. */
const longContent = 10_000;

/** How long an idle thread keeps its memory, in milliseconds. */
const idleTimeout = 30_000;

const tooMuchMemory =
  'Your content needs more memory than the server has for one text. Please shorten it and try again.';
const tooMuchTime =
  'Your content takes the server too long to process. Please shorten it, or try again in a minute.';

const outOfMemory = z.object({ code: z.literal('ERR_WORKER_OUT_OF_MEMORY') });

/** The links that a task may read. A batch is read when the task wants it. */
type Batches = AsyncIterable<readonly Link[]>;

type ThreadOptions = {
  /** The module of the threads. */
  readonly file: URL;
  readonly threads?: number;
  /** The largest heap of a thread, in megabytes. */
  readonly memory?: number;
  /** The longest time of a task, in milliseconds. */
  readonly deadline?: number;
};

/**
 * Threads for long work, so that other requests need not wait for it. All functions throw what the work throws, the
 * reason of the signal when it aborts, 'content-too-long' if the work takes too much memory, 'server-busy' if it takes
 * too long, and 'server-stopping' after `close`.
 */
export type Threads = {
  /** Takes a place in the queue. Throws 'rate-limited' and 'server-busy' as the queue does. */
  enter(owner: Owner): QueuePlace;
  /** Returns a function for the tasks of one generation. A signal ends all tasks but 'check'. */
  runnerFor(content: string, signal: AbortSignal): RunTask;
  /** Lets the built-in writer write. */
  write(input: JobRequest, signal: AbortSignal): Promise<readonly GenerationStep[]>;
  /** Writes the versions of a generation in another format. */
  writeInFormat(input: ExportRequest, signal: AbortSignal): Promise<FinishedGeneration['versions']>;
  suggest(input: SuggestionRequest, links: Batches, signal: AbortSignal): Promise<Suggestions>;
  /** Ends all threads. */
  close(): Promise<void>;
};

/** Opens a few threads. They start as they are needed. */
export function createThreads({ threads = usualThreads, ...options }: ThreadOptions): Threads {
  const queue = createFairQueue({ running: threads });
  // One more, so that a task of a running generation does not wait for the work that has its turn in the queue.
  const { runInThread, close } = openPool({ ...options, threads: threads + 1 });
  return {
    enter: queue.enter,
    close,
    runnerFor: (content, signal) => async (task) => {
      const end = task.name === 'check' ? null : signal;
      if (end?.aborted === true) throw stopReason(end);
      return content.length < longContent ? runTask(task) : runInThread({ kind: 'part', task }, end);
    },
    write: (input, signal) => runInThread({ kind: 'write', input }, signal),
    writeInFormat: (input, signal) => runInThread({ kind: 'export', input }, signal),
    async suggest(input, links, signal) {
      const { port1: port, port2 } = new MessageChannel();
      const failing = new AbortController();
      const stopSending = sendBatches(links, port, (failure) => failing.abort(failure));
      try {
        const either = AbortSignal.any([signal, failing.signal]);
        return await runInThread({ kind: 'suggest', input, links: port2 }, either, [port2]);
      } catch (failure) {
        throw failing.signal.aborted ? failing.signal.reason : failure;
      } finally {
        await stopSending();
      }
    },
  };
}

function openPool({ file, threads = 1, memory = 512, deadline = 20_000 }: ThreadOptions) {
  const pool = new Piscina({
    filename: file.href,
    name: 'run',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 64 },
  });
  // A thread that fails without a task is replaced.
  pool.on('error', () => undefined);
  let isClosed = false;

  async function runInThread<Result, Name extends TaskName = TaskName>(
    task: ThreadTask<Name>,
    signal: AbortSignal | null,
    transferList: MessagePort[] = [],
  ): Promise<Result> {
    const expiry = AbortSignal.timeout(deadline);
    const end = signal === null ? expiry : AbortSignal.any([signal, expiry]);
    try {
      const answer: ThreadAnswer<Result> = await pool.run(task, { signal: end, transferList });
      if ('result' in answer) return answer.result;
      throw new ProblemError(answer.problem.code, answer.problem);
    } catch (failure) {
      if (signal?.aborted === true) throw stopReason(signal);
      if (isClosed) throw serverStopping();
      if (expiry.aborted) throw serverBusy({ detail: tooMuchTime, retryAfterSeconds: 60 });
      if (!outOfMemory.safeParse(failure).success) throw failure;
      throw new ProblemError('content-too-long', { cause: failure, detail: tooMuchMemory });
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    await pool.destroy();
  }

  return { runInThread, close };
}

/** Sends a batch for each message of the port, then null. Returns a function that ends this. */
function sendBatches(
  links: Batches,
  port: MessagePort,
  fail: (reason: unknown) => void,
): () => Promise<void> {
  const source = links[Symbol.asyncIterator]();
  const sendNext = async () => {
    const step = await source.next();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
    port.postMessage(step.done === true ? null : step.value);
  };
  port.on('message', () => void sendNext().catch(fail));
  return async () => {
    port.close();
    await source.return?.().catch(() => undefined);
  };
}
