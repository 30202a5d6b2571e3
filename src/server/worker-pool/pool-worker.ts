import { Worker } from 'node:worker_threads';

import * as z from 'zod/mini';

import { ProblemError } from '#core/errors/problem.ts';
import type { Link } from '#core/links/link.ts';
import { serverBusy } from '#server/queue.ts';

import type { FromWorker, Problem, Question, ToWorker } from './messages.ts';

/** A thread that does one piece of work at a time. */
export type PoolWorker = {
  /**
   * Throws what the work throws, 'content-too-long' when it takes too much memory, and 'server-busy' when it takes too
   * long. When the signal aborts, the worker is asked to end the work.
   */
  ask<Answer>(question: Question, terms: AskTerms): Promise<Answer>;
  /** Whether the worker may get another question. */
  isFit(): boolean;
  /** Ends the thread. An open `ask` throws the reason. */
  end(reason: unknown): Promise<void>;
};

type AskTerms = {
  readonly signal: AbortSignal;
  /** How long the work may take, in milliseconds. */
  readonly deadline: number;
  /** The links that the work may read, in batches that it asks for. */
  readonly links: AsyncIterable<readonly Link[]>;
};

const tooMuchMemory =
  'Your content takes more memory than the server has for one text. Please shorten it and try again.';
const tooMuchTime =
  'Your content takes the server too long to work through. Please shorten it, or try again in a minute.';

const outOfMemory = z.object({ code: z.literal('ERR_WORKER_OUT_OF_MEMORY') });

/** @param memory how large its heap may grow, in megabytes */
export function createPoolWorker(file: URL, memory: number): PoolWorker {
  const worker = startWorker(file, memory);
  let isFit = true;
  let fail: ((reason: unknown) => void) | null = null;

  function tell(message: ToWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
    worker.postMessage(message);
  }

  function stop(): void {
    tell({ type: 'stop' });
  }

  async function end(reason: unknown): Promise<void> {
    isFit = false;
    fail?.(reason);
    await worker.terminate();
  }

  worker.on('error', (error) => void end(outOfMemory.safeParse(error).success ? noMemory(error) : error));
  worker.on('exit', (code) => void end(new Error(`A worker ended with code ${code}.`)));

  /** Resolves with the answer. Until then it gives the worker the links that it asks for. */
  function answerTo<Answer>(question: Question, { links, signal }: AskTerms): Promise<Answer> {
    const source = links[Symbol.asyncIterator]();
    const give = async () => tell({ type: 'links', links: signal.aborted ? null : await nextOf(source) });
    return new Promise<Answer>((resolve, reject) => {
      fail = reject;
      worker.removeAllListeners('message').on('message', (message: FromWorker<Answer>) => {
        if (message.type === 'more-links') give().catch(end);
        else if (message.type === 'answer') {
          if (message.isLarge) isFit = false;
          resolve(message.answer);
        } else reject(message.type === 'problem' ? problemOf(message) : message.error);
      });
      tell({ type: 'ask', question });
    }).finally(() => void source.return?.().catch(() => undefined));
  }

  return {
    isFit: () => isFit,
    end,
    async ask<Answer>(question: Question, terms: AskTerms): Promise<Answer> {
      const { signal, deadline } = terms;
      signal.addEventListener('abort', stop, { once: true });
      const timer = setTimeout(() => void end(noTime()), deadline);
      try {
        return await answerTo<Answer>(question, terms);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        fail = null;
      }
    },
  };
}

function startWorker(file: URL, memory: number): Worker {
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 64 },
  });
  // An idle thread does not keep the process alive.
  worker.unref();
  return worker;
}

async function nextOf<T>(source: AsyncIterator<T>): Promise<T | null> {
  const step = await source.next();
  return step.done === true ? null : step.value;
}

function problemOf({ problem: { code, ...options } }: { problem: Problem }): ProblemError {
  return new ProblemError(code, options);
}

function noMemory(cause: unknown): ProblemError {
  return new ProblemError('content-too-long', { cause, detail: tooMuchMemory });
}

function noTime(): ProblemError {
  return serverBusy({ detail: tooMuchTime, retryAfterSeconds: 60 });
}
