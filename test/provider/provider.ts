import { once, setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { readChatRequest } from './chat-request.ts';
import { allowOtherOrigins, answerPreflight } from './cross-origin.ts';
import type { Answer, Exchange, RecordedCall } from './exchange.ts';
import { portOf } from './port-of.ts';
import { refuse } from './steps.ts';

export type Provider = {
  /** The value for OPENAI_BASE_URL. */
  readonly baseUrl: string;
  /** All calls so far, the oldest first. */
  readonly calls: readonly RecordedCall[];
  /** Sets the answer to all further calls. */
  answerWith(answer: Answer): void;
  close(): Promise<void>;
};

export type ProviderOptions = {
  readonly port?: number;
  /** Whether pages of other origins may send requests. True by default. */
  readonly cors?: boolean;
  /** Answers to other requests, by path, or promises of them. They do not count as calls. Undefined: there is nothing. */
  readonly pages?: (path: string, body: string) => unknown;
};

/** Starts a chat completions provider on this machine. It checks and records each request. */
export async function startProvider(
  answer: Answer,
  { port = 0, cors = true, pages }: ProviderOptions = {},
): Promise<Provider> {
  const calls: RecordedCall[] = [];
  const closing = new AbortController();
  // Every running answer has a listener on this signal.
  setMaxListeners(0, closing.signal);
  let current = answer;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.socket?.setNoDelay(true);
    if (cors) allowOtherOrigins(response);
    if (cors && request.method === 'OPTIONS') return answerPreflight(request, response);
    const path = request.url ?? '';
    const sent = await text(request);
    const page = await pages?.(path, sent);
    if (page !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
      return;
    }
    if (request.method === 'GET') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
      return;
    }
    const body = readChatRequest(sent);
    const call: RecordedCall = {
      path,
      headers: request.headers,
      body,
      startedAt: Date.now(),
      get status() {
        return response.headersSent ? response.statusCode : null;
      },
      abortedAt: null,
    };
    calls.push(call);
    const exchange = createExchange(call, response, closing.signal);
    if (!/\/chat\/completions(?:\?|$)/u.test(path)) await refuse(404)(exchange);
    else if (body === null) await refuse(400, { type: 'invalid_request_error' })(exchange);
    else await (typeof current === 'function' ? current : current.for(call))(exchange);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${portOf(server)}/v1`,
    calls,
    answerWith: (next) => {
      current = next;
    },
    async close() {
      closing.abort();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function createExchange(call: RecordedCall, response: ServerResponse, closing: AbortSignal): Exchange {
  const controller = new AbortController();
  const abort = () => controller.abort();
  closing.addEventListener('abort', abort, { once: true });
  response.once('close', () => {
    closing.removeEventListener('abort', abort);
    if (!response.writableFinished) call.abortedAt = Date.now();
    abort();
  });
  return {
    call,
    response,
    signal: controller.signal,
    async write(bytes) {
      if (controller.signal.aborted || response.write(bytes)) return;
      await once(response, 'drain', { signal: controller.signal }).catch(() => undefined);
    },
  };
}
