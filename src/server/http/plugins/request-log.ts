import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';

import type { FastifyInstance, FastifyServerOptions, FastifyRequest } from 'fastify';

import { describeError } from '#server/lib/describe-error.ts';

import { createProxyTrust } from './trusted-proxies.ts';

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
        // For a line without a message, the logger would use the error's message, which may quote a visitor.
        else log.apply(this, [first, ...(others.length === 0 ? ['failed'] : others)]);
      },
    },
  };
}

function withoutQueries(text: string): string {
  return text.replaceAll(/\?[^\s"']*/g, '?…');
}

const levels = new Set(['info', 'debug', 'trace']);

/** Logs a line for each finished request of the API, with the route's pattern but no address, header or body. */
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

/** An id is the `X-Request-Id` of a trusted proxy if it is short and plain, otherwise it is random. */
export function createRequestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return () => randomUUID();
  const isTrusted = createProxyTrust(trustedProxies);
  return ({ socket, headers }) => {
    const given = headers['x-request-id'];
    if (typeof given !== 'string' || !/^[\w.-]{8,64}$/.test(given)) return randomUUID();
    return isTrusted(socket) ? given : randomUUID();
  };
}

/** Warns once if a request came through a proxy but `TRUST_PROXY` is not set: all of its visitors count as one. */
export function createProxyWarning(trustedProxies: readonly string[]): (request: FastifyRequest) => void {
  let isDone = trustedProxies.length > 0;
  return ({ headers, log }) => {
    if (isDone || headers['x-forwarded-for'] === undefined) return;
    isDone = true;
    log.warn(
      'A request came with X-Forwarded-For. If there is a proxy before this server, name it in TRUST_PROXY: all of its visitors count as one.',
    );
  };
}
