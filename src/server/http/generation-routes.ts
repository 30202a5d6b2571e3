import { Readable } from 'node:stream';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { generationRequestSchema } from '#contract/generations.ts';
import { ProblemError, problemMessages } from '#core/problem/problem.ts';
import type { FinishedGeneration, GenerationStep } from '#server/generation/generate.ts';
import { generate } from '#server/generation/generate.ts';
import { prepareJob } from '#server/generation/prepare-job.ts';
import type { LinkStore } from '#server/links/link-store.ts';
import type { ChatModel } from '#server/model/chat-model.ts';

import { writeEventStream } from './event-stream.ts';
import { logFailure } from './failures.ts';
import { refuseOtherMethods } from './methods.ts';
import { problemCodeOf } from './problem-code.ts';
import type { Workspaces } from './workspaces.ts';

const bodyLimit = 1024 * 1024;
const streamBuffer = 16 * 1024;

type GenerationParts = {
  readonly links: LinkStore;
  readonly model: ChatModel;
  readonly workspaces: Workspaces;
};

/** One click, one `POST`: an event stream while the model writes, or one answer at the end for who accepts JSON only. */
export function addGenerationRoutes(
  app: FastifyInstance,
  { links, model, workspaces }: GenerationParts,
): void {
  const running = new Set<AbortController>();
  app.addHook('preClose', async () => {
    for (const controller of running) controller.abort();
  });

  app.post('/api/generations', { bodyLimit, compress: false }, async (request, reply) => {
    const controller = new AbortController();
    running.add(controller);
    // Before any wait: who leaves during one is not heard of later.
    reply.raw.once('close', () => {
      running.delete(controller);
      controller.abort();
    });
    const job = await prepareJob(links, workspaces.of(request, reply), readBody(request.body));
    if (controller.signal.aborted) throw new ProblemError('stopped');
    const steps = generate(model, job, controller.signal);
    if (wantsOneAnswer(request)) return resultOf(steps);
    return sendStream(reply, endWithProblem(steps, request));
  });

  refuseOtherMethods(app, '/api/generations', ['POST']);
}

function readBody(body: unknown) {
  const parsed = generationRequestSchema.safeParse(body);
  if (!parsed.success) throw new ProblemError('content-and-links-required');
  return parsed.data;
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
async function* endWithProblem(steps: AsyncIterable<GenerationStep>, request: FastifyRequest) {
  try {
    yield* steps;
  } catch (error) {
    const code = problemCodeOf(error);
    logFailure(request, error, code);
    yield { type: 'problem', code, detail: problemMessages[code] } as const;
  }
}

function sendStream(reply: FastifyReply, events: AsyncIterable<{ readonly type: string }>): FastifyReply {
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-cache, no-transform')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(writeEventStream(events), { objectMode: false, highWaterMark: streamBuffer }));
}
