import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Problem } from '#contract/problem.ts';
import type { ProblemCode } from '#core/problem/problem.ts';
import { LinkChangedError } from '#server/links/link-changed-error.ts';

import { problemBody, problemMediaType, problemPage } from './problem-body.ts';
import { problemCodeOf } from './problem-code.ts';
import { problemStatus } from './problem-status.ts';

/** Answers whatever a hook or a route throws, and every address that is not there. */
export function answerFailures(app: FastifyInstance, brandName: string): void {
  app.setErrorHandler((error, request, reply) => {
    const code = problemCodeOf(error);
    logFailure(request, error, code);
    if (error instanceof LinkChangedError) return sendProblem(reply, problemBody(code, error.link));
    return answerProblem(request, reply, code, brandName);
  });
  app.setNotFoundHandler((request, reply) => answerProblem(request, reply, 'not-found', brandName));
}

/** Failures of the request's own making go to the log only when it is asked for all. */
export function logFailure(request: FastifyRequest, error: unknown, code: ProblemCode): void {
  if (code === 'stopped' || problemStatus[code] < 500) request.log.debug({ err: error }, code);
  else request.log.error({ err: error }, code);
}

/** problem+json for programs, a plain page for people outside the API. */
export function answerProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ProblemCode,
  brandName: string,
): FastifyReply {
  const forPeople =
    !request.url.startsWith('/api/') && request.headers.accept?.includes('text/html') === true;
  if (!forPeople) return sendProblem(reply, problemBody(code));
  return reply
    .code(problemStatus[code])
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(problemPage(code, brandName));
}

function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply.code(problem.status).header('cache-control', 'no-store').type(problemMediaType).send(problem);
}
