import * as z from 'zod/mini';

import type { ProblemCode } from '#core/errors/problem.ts';
import { ProblemError } from '#core/errors/problem.ts';

/** What Fastify, its plugins and Node's HTTP parser say of a request that never reached a route. */
const frameworkErrorSchema = z.object({ statusCode: z.number() });

const codeOfStatus: Readonly<Record<number, ProblemCode>> = {
  // A directory or a hidden file below the page's own directory.
  403: 'not-found',
  404: 'not-found',
  405: 'method-refused',
  413: 'body-too-large',
  415: 'media-type-refused',
  429: 'rate-limited',
  503: 'server-busy',
};

/** The name of any failure. One that nobody foresaw is 'unexpected'. */
export function problemCodeOf(error: unknown): ProblemCode {
  if (error instanceof ProblemError) return error.code;
  if (error instanceof z.core.$ZodError) return 'request-invalid';
  const framework = frameworkErrorSchema.safeParse(error);
  if (!framework.success) return 'unexpected';
  const { statusCode } = framework.data;
  return codeOfStatus[statusCode] ?? (statusCode < 500 ? 'request-invalid' : 'unexpected');
}
