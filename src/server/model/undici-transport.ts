import type { Dispatcher } from 'undici';

import type { Transport, TransportAnswer } from '#llm-client/transport.ts';
import { ProblemError } from '#core/errors/problem.ts';

import { createChunkQueue } from './chunk-queue.ts';

/** How long a connection may take with all that secures it, in milliseconds. */
export const connectMs = 10_000;

/**
 * Calls from the server. The call's own clock keeps the time: the head of an answer given at once comes after minutes.
 * Bodies are read past undici's streams, which cost more for each small piece than all that is done with it.
 */
export function createUndiciTransport(options = { connectMs }): Transport {
  let dispatcher: Promise<Dispatcher> | undefined;
  return async (call) => send(await (dispatcher ??= openDispatcher(options)), call);
}

/** Loaded by the first call: a server that nobody asks to write starts sooner and smaller. */
async function openDispatcher({ connectMs: timeout }: { readonly connectMs: number }): Promise<Dispatcher> {
  const { Agent } = await import('undici');
  return new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout } });
}

const unreadable = new Set(['HTTPParserError', 'HeadersOverflowError', 'ResponseContentLengthMismatchError']);
/** What undici calls an answer that comes unasked, as `100 Continue` does, or speaks another protocol. */
const unasked = /^bad (?:response|upgrade)$/u;

/** Gives names to the failures after which another try would cost money or patience. */
function nameError(cause: Error): Error {
  // An answer began that nobody can read. Whoever gave it may want to be paid for it: it is not asked for again.
  if (unreadable.has(cause.name) || unasked.test(cause.message))
    return new ProblemError('provider-reply-broken', { cause });
  // Nobody is there, and three times the wait would not change that.
  return cause.name === 'ConnectTimeoutError' ? new ProblemError('provider-unreachable', { cause }) : cause;
}

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

/** Nobody asked for it, and what it would inflate to has no bound. */
const compressed: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({
    next: () =>
      Promise.reject(
        new ProblemError('provider-reply-broken', { cause: 'The provider compressed its answer.' }),
      ),
  }),
};
