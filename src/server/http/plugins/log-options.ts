import type { FastifyServerOptions } from 'fastify';

import { describeError } from '#server/observe/describe-error.ts';

type LoggerOptions = Exclude<NonNullable<FastifyServerOptions['logger']>, boolean>;

/** A log of JSON lines that repeats nothing of what was sent, whoever writes into it. */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    serializers: {
      err: describeError,
      // An address may hold a query; what a request asked for stands in its own line (`logRequests`).
      req: ({ method }) => ({ ...(method !== undefined && { method }) }),
      res: ({ statusCode }) => ({ statusCode }),
    },
    hooks: {
      logMethod(entry, log) {
        const [first, ...others] = entry;
        if (typeof first === 'string') log.apply(this, [withoutQueries(first), ...others]);
        // A line that has no words of its own would get the error's, and those are not for the log.
        else log.apply(this, [first, ...(others.length === 0 ? ['failed'] : others)]);
      },
    },
  };
}

function withoutQueries(text: string): string {
  return text.replaceAll(/\?[^\s"']*/g, '?…');
}
