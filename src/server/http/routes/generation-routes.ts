import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { generationRequestSchema } from '#contract/generations.ts';
import { ProblemError } from '#core/errors/problem.ts';
import type { FinishedGeneration, GenerationStep } from '#core/generation/finished-generation.ts';
import { leastOrder, readAllowance } from '#server/generations/allowance.ts';
import type { Generations } from '#server/generations/generations.ts';
import { visitorOf } from '#server/generations/visitor-of.ts';
import { contentBodyLimit } from '#server/http/plugins/bodies.ts';
import { logProblem, problemCodeOf } from '#server/http/plugins/problems.ts';
import { createProxyWarning } from '#server/http/plugins/request-log.ts';

import { sendEventStream } from './event-stream.ts';
import type { RouteParts } from './route-parts.ts';

/** Shared by all requests, because making an error costs more than a request. */
const clientLeft = new ProblemError('stopped');

/** Answers with an event stream while the model writes, or with one answer at the end if only JSON is accepted. */
export function addGenerationRoutes(app: FastifyInstance, parts: RouteParts, generations: Generations): void {
  const { meter, drain, proofOfWork, workspaces, admission, config } = parts;
  const bodyLimit = contentBodyLimit(config.maxContentChars);
  const warnOfProxy = createProxyWarning(config.trustedProxies);
  app.addHook('preClose', () => {
    const ended = drain.start();
    drain.interrupt();
    return ended;
  });

  function onRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    try {
      admission.open(request, reply);
    } catch (failure) {
      refuse(failure);
    }
    done();
  }

  function refuse(failure: unknown): never {
    meter.generationRefused(problemCodeOf(failure));
    throw failure;
  }

  const allowance = { ledger: parts.ledger, budget: config.budget, leastOrder: leastOrder(config) };
  app.get('/api/allowance', (request) => readAllowance(allowance, visitorOf(request.ip)));

  if (proofOfWork !== null) app.get('/api/challenge', () => proofOfWork.challenge());

  app.post('/api/generations', { bodyLimit, compress: false, onRequest }, async (request, reply) => {
    const leaving = new AbortController();
    // Listen before the first `await`: 'close' is emitted only once.
    reply.raw.once('close', () => leaving.abort(clientLeft));
    warnOfProxy(request);
    const order = {
      workspace: await workspaces.of(request, reply),
      key: keyOf(request),
      request: readBody(request.body),
      prove: async () => proofOfWork?.take(proofOf(request)),
    };
    const visit = admission.take(request);
    const steps = await generations.order({ ...visit, ...order }, leaving.signal).catch(refuse);
    if (wantsOneAnswer(request)) return resultOf(steps);
    // 'close' is not emitted again for a client that has left already.
    if (!leaving.signal.aborted) reply.raw.once('close', meter.streamOpened());
    // The status of a stream is sent before it can fail.
    const problemEvent = (error: unknown) => ({ type: 'problem', ...logProblem(error, request) });
    return sendEventStream(reply, steps, { problemEvent });
  });
}

function readBody(body: unknown) {
  const parsed = generationRequestSchema.safeParse(body);
  if (!parsed.success) throw new ProblemError('content-and-links-required');
  return parsed.data;
}

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (Array.isArray(key)) throw new ProblemError('idempotency-key-invalid');
  return key ?? null;
}

function proofOf({ headers: { altcha } }: FastifyRequest): string | undefined {
  return typeof altcha === 'string' ? altcha : undefined;
}

function wantsOneAnswer({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? '';
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}

async function resultOf(steps: AsyncIterable<GenerationStep>): Promise<FinishedGeneration> {
  for await (const step of steps) if (step.type === 'result') return step.generation;
  throw new ProblemError('generation-failed');
}
