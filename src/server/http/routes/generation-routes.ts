import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { generationRequestSchema } from '#contract/generations.ts';
import type { FinishedGeneration, GenerationStep } from '#core/generation/generation.ts';
import { ProblemError, problemMessages } from '#core/errors/problem.ts';
import type { Generations } from '#server/generations/generations.ts';
import type { Drain } from '#server/observe/drain.ts';
import type { Meter } from '#server/observe/meter.ts';
import type { ProofOfWork } from '#server/proof-of-work/proof-of-work.ts';

import { contentBodyLimit } from './content-body-limit.ts';
import { sendEventStream } from './event-stream.ts';
import { logFailure, moreOf } from '#server/http/plugins/failures.ts';
import { refuseOtherMethods } from '#server/http/plugins/methods.ts';
import { problemCodeOf } from '#server/http/plugins/problem-code.ts';
import { createProxyNotice } from '#server/http/plugins/unknown-proxy.ts';
import type { Admission } from '#server/http/plugins/admission.ts';
import type { Workspaces } from '#server/http/plugins/workspaces.ts';

type GenerationRouteParts = {
  readonly generations: Generations;
  readonly meter: Meter;
  readonly drain: Drain;
  /** Null: none is asked for. */
  readonly proofOfWork: ProofOfWork | null;
  readonly workspaces: Workspaces;
  readonly admission: Admission;
  readonly maxContentChars: number;
  readonly trustedProxies: readonly string[];
};

/** One for all: a reason that is made for each answer costs more than its route. */
const left = new ProblemError('stopped');

/** One click, one `POST`: an event stream while the model writes, or one answer at the end for who accepts JSON only. */
export function addGenerationRoutes(
  app: FastifyInstance,
  {
    generations,
    meter,
    drain,
    proofOfWork,
    workspaces,
    admission,
    maxContentChars,
    trustedProxies,
  }: GenerationRouteParts,
): void {
  const bodyLimit = contentBodyLimit(maxContentChars);
  const noticeProxy = createProxyNotice(trustedProxies);
  app.addHook('preClose', () => {
    const ended = drain.start();
    drain.interrupt();
    return ended;
  });

  function onRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    try {
      admission.open(request, reply);
    } catch (failure) {
      meter.generationRefused(problemCodeOf(failure));
      throw failure;
    }
    done();
  }

  app.post('/api/generations', { bodyLimit, compress: false, onRequest }, async (request, reply) => {
    const leaving = new AbortController();
    // Before any wait: who leaves during one is not heard of later.
    reply.raw.once('close', () => leaving.abort(left));
    noticeProxy(request);
    const order = {
      workspace: await workspaces.of(request, reply),
      key: keyOf(request),
      request: readBody(request.body),
      prove: async () => proofOfWork?.take(proofOf(request)),
    };
    const visit = admission.take(request);
    const steps = await generations
      .order({ ...visit, ...order }, leaving.signal)
      .catch((failure: unknown) => {
        meter.generationRefused(problemCodeOf(failure));
        throw failure;
      });
    if (wantsOneAnswer(request)) return resultOf(steps);
    // Who left already is not heard to leave.
    if (!leaving.signal.aborted) reply.raw.once('close', meter.streamOpened());
    return sendEventStream(reply, steps, { lastWords: (error) => problemEvent(error, request) });
  });

  refuseOtherMethods(app, '/api/generations', ['POST']);
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

/** The status is long sent when a stream fails, so the failure becomes the stream's last event. */
function problemEvent(error: unknown, request: FastifyRequest) {
  const code = problemCodeOf(error);
  logFailure(request, error, code);
  const { id: requestId } = request;
  return { type: 'problem', code, detail: problemMessages[code], requestId, ...moreOf(error) };
}
