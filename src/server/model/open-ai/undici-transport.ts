import type { Dispatcher } from 'undici';

import type { Transport, TransportAnswer } from '#completion/transport.ts';
import { ProblemError } from '#core/problem/problem.ts';

import { createChunkQueue } from './chunk-queue.ts';

/**
 * Calls from the server. The call's own clock keeps the time: the head of an answer given at once comes after minutes.
 * Bodies are read past undici's streams, which cost more for each small piece than all that is done with it.
 */
export function createUndiciTransport(): Transport {
  let dispatcher: Promise<Dispatcher> | undefined;
  return async (call) => send(await (dispatcher ??= openDispatcher()), call);
}

/** Loaded by the first call: a server that nobody asks to write starts sooner and smaller. */
async function openDispatcher(): Promise<Dispatcher> {
  const { Agent } = await import('undici');
  return new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } });
}

/** An answer began that nobody can read. Whoever gave it may want to be paid for it: it is not asked for again. */
const unreadable = new Set(['HTTPParserError', 'HeadersOverflowError', 'ResponseContentLengthMismatchError']);

function send(
  dispatcher: Dispatcher,
  { url, headers, body, ...call }: Parameters<Transport>[0],
): Promise<TransportAnswer> {
  const { origin, pathname, search } = new URL(url);
  const plain = { ...headers, 'accept-encoding': 'identity' };
  const request = { origin, path: pathname + search, method: 'POST', headers: plain, body } as const;
  return new Promise((resolve, reject) => {
    call.signal.throwIfAborted();
    dispatcher.dispatch(request, createHandler(call, { resolve, reject }));
  });
}

function createHandler(
  { signal, onSent }: Pick<Parameters<Transport>[0], 'signal' | 'onSent'>,
  { resolve, reject }: { resolve(answer: TransportAnswer): void; reject(error: Error): void },
): Dispatcher.DispatchHandler {
  let controller: Dispatcher.DispatchController | null = null;
  let isOver = false;
  const queue = createChunkQueue({ onEmpty: () => controller?.resume(), onLeave: discard });

  function abort(error: Error): void {
    if (!isOver) controller?.abort(error);
  }

  function discard(): void {
    abort(new Error('The rest of the answer was let go.'));
  }

  /** undici would heed the signal only once it is connected: whoever leaves before that does not wait for it. */
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
      reject(
        unreadable.has(error.name) ? new ProblemError('provider-reply-broken', { cause: error }) : error,
      );
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

/** Nobody asked for it, and what it would inflate to has no bound. */
const compressed: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({
    next: () =>
      Promise.reject(
        new ProblemError('provider-reply-broken', { cause: 'The provider compressed its answer.' }),
      ),
  }),
};
