import type { IncomingMessage, ServerResponse } from 'node:http';

/** Allows pages of any origin to send requests and read answers, as some providers do. */
export function allowOtherOrigins(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', 'retry-after, retry-after-ms');
}

/** Answers the preflight request of a browser. It does not count as a call. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  const { 'access-control-request-headers': headers = '' } = request.headers;
  response.setHeader('access-control-allow-methods', 'POST');
  if (headers !== '') response.setHeader('access-control-allow-headers', headers);
  response.writeHead(204).end();
}
