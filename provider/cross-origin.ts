import type { IncomingMessage, ServerResponse } from 'node:http';

/** Lets pages of any origin ask and read, as providers do that may be asked from a browser. */
export function allowOtherOrigins(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', 'retry-after, retry-after-ms');
}

/** Answers a browser's question before a call; it is no call itself. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  const { 'access-control-request-headers': headers = '' } = request.headers;
  response.setHeader('access-control-allow-methods', 'POST');
  if (headers !== '') response.setHeader('access-control-allow-headers', headers);
  response.writeHead(204).end();
}
