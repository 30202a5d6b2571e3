import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { ProblemCode } from '#core/errors/problem.ts';
import { UnfinishedError } from '#core/generation/unfinished-error.ts';
import { ProblemError } from '#core/errors/problem.ts';
import { LinkChangedError } from '#server/links/link-store.ts';

import { problemBody, problemMediaType, problemPage } from './problem-body.ts';
import type { ProblemBody, ProblemMore } from './problem-body.ts';
import { problemCodeOf } from './problem-code.ts';
import { problemStatus } from './problem-status.ts';

/** Answers whatever a hook or a route throws, and every address that is not there. */
export function answerFailures(app: FastifyInstance, brandName: string): void {
  app.setErrorHandler((error, request, reply) => {
    const code = problemCodeOf(error);
    logFailure(request, error, code);
    if (error instanceof ProblemError && error.retryAfterSeconds !== null)
      reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfterSeconds)));
    return answerProblem(request, reply, code, brandName, moreOf(error));
  });
  app.setNotFoundHandler((request, reply) => answerProblem(request, reply, 'not-found', brandName));
}

/** What a failure brings for the user beside its name. */
export function moreOf(error: unknown): ProblemMore {
  return {
    ...(error instanceof ProblemError && { detail: error.message }),
    ...(error instanceof LinkChangedError && { link: error.link }),
    ...(error instanceof UnfinishedError && { generation: error.generation }),
  };
}

/** Refusals that are as they should be, however many there are. */
const expected: ReadonlySet<ProblemCode> = new Set(['stopped', 'server-full', 'server-stopping']);

/** Failures of the request's own making go to the log only when it is asked for all. */
export function logFailure(request: FastifyRequest, error: unknown, code: ProblemCode): void {
  if (expected.has(code) || problemStatus[code] < 500) request.log.debug({ err: error }, code);
  else request.log.error({ err: error }, code);
}

/** problem+json for programs, a plain page for people outside the API. */
function answerProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ProblemCode,
  brandName: string,
  more: ProblemMore = {},
): FastifyReply {
  const forPeople =
    !request.url.startsWith('/api/') && request.headers.accept?.includes('text/html') === true;
  if (!forPeople) return sendProblem(reply, problemBody(code, { requestId: request.id, ...more }));
  return reply
    .code(problemStatus[code])
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(problemPage(code, brandName));
}

function sendProblem(reply: FastifyReply, problem: ProblemBody): FastifyReply {
  return reply.code(problem.status).header('cache-control', 'no-store').type(problemMediaType).send(problem);
}
