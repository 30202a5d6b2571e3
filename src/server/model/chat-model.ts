import type { Dispatcher } from 'undici';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { Call } from '#core/generation/generation-client.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import type {
  ProviderSettings,
  Transport,
  TransportAnswer,
  TransportCall,
} from '#llm-client/request/transport.ts';
import { writeCompletion, type CallReader, type CompletionOptions } from '#llm-client/write-completion.ts';

export type ChatModel = {
  /** Passes the answer to the reader as it arrives, in pieces of any size. The call rejects with a `ProblemError`. */
  write(request: CompletionRequest, reader: CallReader): Call;
};

export function createOpenAiModel(settings: ProviderSettings, options: CompletionOptions = {}): ChatModel {
  const provider = { settings, transport: createUndiciTransport() };
  return { write: (request, reader) => writeCompletion(provider, request, reader, options) };
}

/** The longest time to open a connection with TLS, in milliseconds. */
export const connectMs = 10_000;

/**
 * Returns the transport of the server. It has no timeouts for answers, because the caller has its own: the head of an
 * answer that is not streamed may come after minutes. It does not use undici's streams, which are slow for small
 * pieces.
 */
export function createUndiciTransport(options = { connectMs }): Transport {
  let opened: Promise<Dispatcher> | undefined;
  return async ({ url, headers, body, ...call }) => {
    const dispatcher = await (opened ??= openDispatcher(options));
    const { origin, pathname, search } = new URL(url);
    const plain = { ...headers, 'accept-encoding': 'identity' };
    const method = body === null ? 'GET' : 'POST';
    const request = { origin, path: pathname + search, method, headers: plain, body } as const;
    return new Promise((resolve, reject) => {
      call.signal.throwIfAborted();
      dispatcher.dispatch(request, createHandler(call, { resolve, reject }));
    });
  };
}

/** Loads undici for the first call, so that the server starts sooner and needs less memory. */
async function openDispatcher({ connectMs: timeout }: { readonly connectMs: number }): Promise<Dispatcher> {
  const { Agent } = await import('undici');
  return new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout } });
}

const unreadable = new Set(['HTTPParserError', 'HeadersOverflowError', 'ResponseContentLengthMismatchError']);
/** Undici's messages for an unexpected answer, such as `100 Continue`, or for another protocol. */
const unexpected = /^bad (?:response|upgrade)$/u;

/** Returns a `ProblemError` for failures after which the call must not be repeated. */
function nameError(cause: Error): Error {
  // The answer is unreadable, and the provider may charge for it. Another call would cost again.
  if (unreadable.has(cause.name) || unexpected.test(cause.message))
    return new ProblemError('provider-reply-broken', { cause });
  // The host does not answer. More tries would only make the user wait longer.
  return cause.name === 'ConnectTimeoutError' ? new ProblemError('provider-unreachable', { cause }) : cause;
}

function createHandler(
  { signal, onSent }: Pick<TransportCall, 'signal' | 'onSent'>,
  { resolve, reject }: { resolve(answer: TransportAnswer): void; reject(error: Error): void },
): Dispatcher.DispatchHandler {
  let controller: Dispatcher.DispatchController | null = null;
  let isOver = false;
  const queue = createChunkQueue({ onEmpty: () => controller?.resume(), onLeave: discard });

  function abort(error: Error): void {
    if (!isOver) controller?.abort(error);
  }

  function discard(): void {
    abort(new Error('The rest of the answer was discarded.'));
  }

  /** Ends the call at once. Undici itself checks a signal only after it has connected. */
  function leave(): void {
    const error = new Error('The call was ended.', { cause: signal.reason });
    reject(error);
    abort(error);
  }

  function finish(): void {
    isOver = true;
    signal.removeEventListener('abort', leave);
  }

  signal.addEventListener('abort', leave, { once: true });
  return {
    onRequestStart(started) {
      controller = started;
      if (signal.aborted) leave();
      else onSent?.();
    },
    onResponseStart(_controller, status, headers) {
      if (status >= 200) resolve(answerOf(status, headers, { body: queue.chunks, discard }));
    },
    onResponseData(current, chunk) {
      if (!queue.push(chunk)) current.pause();
    },
    onResponseEnd() {
      finish();
      queue.end();
    },
    onResponseError(_controller, error) {
      finish();
      reject(nameError(error));
      queue.fail(error);
    },
  };
}

function answerOf(
  status: number,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  { body, discard }: Pick<TransportAnswer, 'body' | 'discard'>,
): TransportAnswer {
  const header = (name: string) => {
    const value = headers[name];
    return value === undefined ? null : String(value);
  };
  const isPlain = /^(?:identity)?$/iu.test(header('content-encoding') ?? '');
  return { status, header, body: isPlain ? body : compressed, discard };
}

/** The body of an answer that was compressed without a request. It is not read, because its size has no limit. */
const compressed: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({
    next: () =>
      Promise.reject(
        new ProblemError('provider-reply-broken', { cause: 'The provider compressed its answer.' }),
      ),
  }),
};

type Step = IteratorResult<Uint8Array, undefined>;

/** The queue is full above this number of bytes. */
const waitingBytes = 64 * 1024;
const over: Step = { done: true, value: undefined };

/**
 * Returns a queue from a writer that pushes chunks to one reader that pulls them. Calls `onEmpty` when a full queue has
 * become empty, and `onLeave` when the reader stops early.
 */
export function createChunkQueue({ onEmpty, onLeave }: { onEmpty(): void; onLeave(): void }) {
  const waiting: Uint8Array[] = [];
  let bytes = 0;
  let isFull = false;
  /** Returns what follows the last chunk: the end or the failure. Null: more chunks may come. */
  let ending: (() => Promise<Step>) | null = null;
  let reader: ((step: Step | Promise<Step>) => void) | null = null;

  function finish(how: () => Promise<Step>): void {
    ending = how;
    reader?.(how());
    reader = null;
  }

  const iterator: AsyncIterator<Uint8Array, undefined> = {
    next() {
      const chunk = waiting.shift();
      if (chunk === undefined && ending !== null) return ending();
      if (chunk === undefined)
        return new Promise((resolve) => {
          reader = resolve;
        });
      bytes -= chunk.length;
      if (isFull && waiting.length === 0) {
        isFull = false;
        onEmpty();
      }
      return Promise.resolve({ done: false, value: chunk });
    },
    return() {
      onLeave();
      return Promise.resolve(over);
    },
  };

  return {
    chunks: { [Symbol.asyncIterator]: () => iterator },
    /** Returns false when the queue is full. The writer then waits for `onEmpty`. */
    push(chunk: Uint8Array): boolean {
      if (reader !== null) {
        reader({ done: false, value: chunk });
        reader = null;
        return true;
      }
      waiting.push(chunk);
      bytes += chunk.length;
      isFull ||= bytes > waitingBytes;
      return !isFull;
    },
    end: () => finish(async () => over),
    /** Drops the waiting chunks. The reader throws the error. */
    fail(error: Error): void {
      waiting.length = 0;
      finish(async () => {
        throw error;
      });
    },
  };
}
