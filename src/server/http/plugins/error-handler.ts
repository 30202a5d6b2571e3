import type { Socket } from 'node:net';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { UnfinishedError } from '#core/generation/finished-generation.ts';
import { ProblemError, type ProblemCode } from '#core/errors/problem.ts';
import { LinkChangedError } from '#server/links/link-store.ts';

import {
  problemBody,
  problemCodeOf,
  problemMediaType,
  problemPage,
  problemStatus,
  type ProblemDetails,
} from './problems.ts';
import { securityHeaders } from './security-headers.ts';
import { linger } from './body-limits.ts';

/** Answers each error that a hook or a route throws, and each request for an unknown address. */
export function handleErrors(app: FastifyInstance, brandName: string): void {
  app.setErrorHandler((error, request, reply) => {
    const code = problemCodeOf(error);
    logError(request, error, code);
    if (error instanceof ProblemError && error.retryAfterSeconds !== null)
      reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfterSeconds)));
    return sendProblem(request, reply, code, brandName, problemDetailsOf(error));
  });
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, 'not-found', brandName));
}

/** Returns the optional fields of the problem that an error carries. */
export function problemDetailsOf(error: unknown): ProblemDetails {
  return {
    ...(error instanceof ProblemError && { detail: error.message }),
    ...(error instanceof LinkChangedError && { link: error.link }),
    ...(error instanceof UnfinishedError && { generation: error.generation }),
  };
}

/** Errors with a status of 500 or more that are part of normal operation. */
const expected: ReadonlySet<ProblemCode> = new Set(['stopped', 'server-full', 'server-stopping']);

/** Logs an error of the server as 'error', and an error that the request caused as 'debug'. */
export function logError(request: FastifyRequest, error: unknown, code: ProblemCode): void {
  if (expected.has(code) || problemStatus[code] < 500) request.log.debug({ err: error }, code);
  else request.log.error({ err: error }, code);
}

/** Sends problem+json to programs. Outside the API, sends an HTML page to people. */
function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ProblemCode,
  brandName: string,
  details: ProblemDetails = {},
): FastifyReply {
  reply.code(problemStatus[code]).header('cache-control', 'no-store');
  const wantsPage =
    !request.url.startsWith('/api/') && request.headers.accept?.includes('text/html') === true;
  return wantsPage
    ? reply.type('text/html; charset=utf-8').send(problemPage(code, brandName))
    : reply.type(problemMediaType).send(problemBody(code, { requestId: request.id, ...details }));
}

/** Answers bytes that are not a valid request: a broken request line, too many headers, or a request that is too slow. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemBody('request-invalid');
  const body = JSON.stringify(problem);
  const head = Object.entries({
    ...securityHeaders,
    'content-type': problemMediaType,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${head.join('')}\r\n${body}`);
  linger(socket);
}
