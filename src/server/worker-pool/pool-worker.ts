import { Worker } from 'node:worker_threads';

import * as z from 'zod/mini';

import { ProblemError, type ProblemCode } from '#core/errors/problem-messages.ts';
import type { WritingRequest } from '#core/generation/prepare-job.ts';
import type { WritingTerms } from '#core/generation/writing-job.ts';
import type { Link } from '#core/links/link.ts';
import { serverBusy } from '#server/scheduling.ts';

export type WriteTask = { readonly request: WritingRequest; readonly terms: WritingTerms };
/** The text for which links are suggested, and the most suggestions. */
export type SuggestTask = { readonly content: string; readonly limit: number };

/** A question to a worker. A worker gets one at a time. */
export type Question =
  | { readonly name: 'write'; readonly input: WriteTask }
  | { readonly name: 'suggest'; readonly input: SuggestTask };

export type ToWorker =
  | { readonly type: 'ask'; readonly question: Question }
  /** The links that the worker asked for; null: there are no more. */
  | { readonly type: 'links'; readonly links: readonly Link[] | null }
  | { readonly type: 'stop' };

export type FromWorker<Answer> =
  | { readonly type: 'more-links' }
  /** `isLarge`: the worker holds so much memory that it should be replaced. */
  | { readonly type: 'answer'; readonly answer: Answer; readonly isLarge: boolean }
  | {
      readonly type: 'problem';
      readonly code: ProblemCode;
      readonly detail: string;
      readonly retryAfterSeconds: number | null;
    }
  | { readonly type: 'failed'; readonly error: unknown };

export type ThreadOptions = {
  readonly file: URL;
  /** The largest heap of a thread, in megabytes. */
  readonly memory?: number;
  /** The longest time of a piece of work, in milliseconds. */
  readonly deadline?: number;
};

/** The links that a task may read. A batch is read when the task asks for it. */
export type Batches = AsyncIterable<readonly Link[]>;

const tooMuchMemory =
  'Your content takes more memory than the server has for one text. Please shorten it and try again.';
const tooMuchTime =
  'Your content takes the server too long to work through. Please shorten it, or try again in a minute.';

const outOfMemory = z.object({ code: z.literal('ERR_WORKER_OUT_OF_MEMORY') });

export type PoolWorker = ReturnType<typeof createPoolWorker>;

/** Starts a thread that does one piece of work at a time. */
export function createPoolWorker({ file, memory = 512, deadline = 20_000 }: ThreadOptions) {
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

  return {
    /** Returns whether the worker may get another question. */
    isFit: () => isFit,
    end,
    /**
     * Sends a question and returns the answer. Meanwhile sends the links that the worker asks for. Throws what the work
     * throws, 'content-too-long' when it takes too much memory, and 'server-busy' at the deadline. When the signal
     * aborts, the worker is asked to end the work.
     */
    async ask<Answer>(question: Question, links: Batches, signal: AbortSignal): Promise<Answer> {
      const source = links[Symbol.asyncIterator]();
      const give = async () => tell({ type: 'links', links: signal.aborted ? null : await nextOf(source) });
      signal.addEventListener('abort', stop, { once: true });
      const timer = setTimeout(expire, deadline);
      try {
        return await new Promise<Answer>((resolve, reject) => {
          fail = reject;
          worker.removeAllListeners('message').on('message', (message: FromWorker<Answer>) => {
            if (message.type === 'more-links') give().catch(end);
            else if (message.type === 'answer') {
              if (message.isLarge) isFit = false;
              resolve(message.answer);
            } else
              reject(message.type === 'problem' ? new ProblemError(message.code, message) : message.error);
          });
          tell({ type: 'ask', question });
        });
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        fail = null;
        void source.return?.().catch(() => undefined);
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
