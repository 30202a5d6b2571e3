import type { Dispatcher } from 'undici';

import type { Transport, TransportAnswer } from '#llm-client/call-completion.ts';
import { ProblemError } from '#core/errors/problem.ts';

import { createChunkQueue } from './chunk-queue.ts';

/** How long a connection may take to open, with TLS, in milliseconds. */
export const connectMs = 10_000;

/**
 * Returns the transport of the server. It has no timeouts for answers, because the caller has its own: the head of an
 * answer that is not streamed may come after minutes. It does not use undici's streams, which are slow for small pieces.
 */
export function createUndiciTransport(options = { connectMs }): Transport {
  let dispatcher: Promise<Dispatcher> | undefined;
  return async (call) => send(await (dispatcher ??= openDispatcher(options)), call);
}

/** Loads undici at the first call: so the server starts sooner and needs less memory. */
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

  /** Undici heeds a signal only after it has connected. This rejects at once. */
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

/** The body of an answer that is compressed although that was not requested. Its size would have no limit. */
const compressed: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({
    next: () =>
      Promise.reject(
        new ProblemError('provider-reply-broken', { cause: 'The provider compressed its answer.' }),
      ),
  }),
};
