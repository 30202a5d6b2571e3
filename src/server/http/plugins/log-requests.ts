import { finished } from 'node:stream';

import type { FastifyInstance } from 'fastify';

const levels = new Set(['info', 'debug', 'trace']);

/** One line for each request of the API when it is over, by the route's pattern: no address, no header, no body. */
export function logRequests(app: FastifyInstance, level: string): void {
  if (!levels.has(level)) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/'))
      // Also for who left before the answer's end, of whom `onResponse` does not tell.
      finished(reply.raw, (failure) => {
        const { method, routeOptions, log } = request;
        log.info(
          {
            method,
            route: routeOptions.url ?? null,
            status: reply.statusCode,
            ms: Math.round(reply.elapsedTime),
            ...(failure && { left: true }),
          },
          'request',
        );
      });
    done();
  });
}
