import { once } from 'node:events';
import { createServer, request as requestFrom, type IncomingMessage, type ServerResponse } from 'node:http';

export type Answer = (call: IncomingMessage, response: ServerResponse) => void;

/** A proxy whose address stays the same while its answers change. */
export type TestProxy = {
  readonly url: string;
  answerWith(answer: Answer): void;
  stop(): Promise<void>;
};

export async function startProxy(answer: Answer): Promise<TestProxy> {
  let current = answer;
  const server = createServer((call, response) => current(call, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    answerWith(next) {
      current = next;
      server.closeAllConnections();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Passes requests to another server unchanged. */
export function passTo(url: string): Answer {
  return (call, response) => {
    const { method = 'GET', headers } = call;
    const onward = requestFrom(new URL(call.url ?? '/', url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once('error', () => response.destroy());
    call.pipe(onward);
  };
}

/** Breaks the connection without an answer. */
export const unreachable: Answer = (call) => call.socket.destroy();

/** Accepts the request and never answers. */
export const silent: Answer = () => {};

/** Answers each address with one page, as the login page of a network does. */
export function page(status: number, words: string): Answer {
  return (_call, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end(`<!doctype html><h1>${words}</h1>`);
  };
}
