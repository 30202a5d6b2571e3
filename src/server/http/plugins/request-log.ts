import { finished } from 'node:stream';

import type { FastifyInstance, FastifyServerOptions } from 'fastify';

import { describeError } from '#server/observe/describe-error.ts';

type LoggerOptions = Exclude<NonNullable<FastifyServerOptions['logger']>, boolean>;

/** Returns options for a log of JSON lines that contains nothing that a visitor sent, whatever code writes a line. */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    serializers: {
      err: describeError,
      // An address may contain a query. `logRequests` logs the route instead.
      req: ({ method }) => ({ ...(method !== undefined && { method }) }),
      res: ({ statusCode }) => ({ statusCode }),
    },
    hooks: {
      logMethod(entry, log) {
        const [first, ...others] = entry;
        if (typeof first === 'string') log.apply(this, [withoutQueries(first), ...others]);
        // The logger would use the error's message for a line without a message, and that may quote a visitor.
        else log.apply(this, [first, ...(others.length === 0 ? ['failed'] : others)]);
      },
    },
  };
}

function withoutQueries(text: string): string {
  return text.replaceAll(/\?[^\s"']*/g, '?…');
}

const levels = new Set(['info', 'debug', 'trace']);

/** Logs one line for each finished request of the API. It contains the route's pattern, but no address, header or body. */
export function logRequests(app: FastifyInstance, level: string): void {
  if (!levels.has(level)) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/'))
      // `onResponse` is not called when the client leaves before the end of the answer.
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
