import type * as z from 'zod/mini';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sentGeneration, type GenerationEvent } from '#contract/generation-events.ts';
import { repeatOnly, type FoundGeneration } from '#contract/generations.ts';
import { formatQuerySchema, formattedRequestSchema } from '#contract/version-formats.ts';
import type { ServerResponse } from 'node:http';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { readInstructions } from '#core/generation/prepare-job.ts';
import type { VersionFormat } from '#core/export/export-format.ts';
import type { FinishedGeneration, GenerationStep, Steps } from '#core/generation/finished-generation.ts';
import { invalidKey } from '#server/orders/idempotency-key.ts';
import type { Orders } from '#server/orders/orders.ts';
import { createAllowance } from '#server/orders/spending.ts';
import { contentBodyLimit } from '#server/http/plugins/request-limits.ts';
import { countedVisitor } from '#server/http/plugins/identities.ts';
import { logProblem, problemCodeOf } from '#server/http/plugins/problems.ts';
import { createProxyWarning } from '#server/http/plugins/request-log.ts';
import type { RouteServices } from './route-services.ts';

/** Answers with an event stream while the model writes, or with one answer at the end if only JSON is accepted. */
export function addGenerationRoutes(app: FastifyInstance, services: RouteServices, orders: Orders): void {
  const { meter, drain, workspaces, admission, config } = services;
  const bodyLimit = contentBodyLimit(config.maxContentChars);
  const warnOfProxy = createProxyWarning(config.trustedProxies);
  app.addHook('preClose', () => {
    const ended = drain.start();
    drain.interrupt();
    return ended;
  });

  function onRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    try {
      admission.admit(request, reply);
    } catch (failure) {
      refuse(failure);
    }
    done();
  }

  function refuse(failure: unknown): never {
    meter.generationRefused(problemCodeOf(failure));
    throw failure;
  }

  const allowanceOf = createAllowance(services.orderStore, config);
  app.get('/api/allowance', (request) => allowanceOf(countedVisitor(request)));

  addKeyRoutes(app, services, orders);
  app.post('/api/generations', { bodyLimit, compress: false, onRequest }, async (request, reply) => {
    // Listen before the first `await`: 'close' is emitted only once.
    const left = new Promise<void>((resolve) => {
      reply.raw.once('close', resolve);
    });
    warnOfProxy(request);
    const body = readBody(request.body);
    const { format } = { ...body, ...formatQuerySchema.parse(request.query) };
    const order = {
      workspace: await workspaces.of(request, reply),
      key: keyOf(request),
      request: body,
      // A page that looks for an earlier generation must not pay for another one.
      isRepeatOnly: request.headers[repeatOnly] !== undefined,
    };
    const admitted = admission.claim(request);
    const ordered = await orders.order({ ...admitted, ...order }, left).catch(refuse);
    const steps =
      format === undefined ? ordered : inFormat(ordered, services.threads, { ...body, format }, left);
    if (wantsOneAnswer(request)) return resultOf(steps);
    // 'close' is not emitted again if the client has left already.
    if (!reply.raw.destroyed) reply.raw.once('close', meter.streamOpened());
    // The status of a stream is sent before it can fail.
    const problemEvent = (error: unknown) => problemEventOf(logProblem(error, request));
    const eventOf = (step: GenerationStep) => eventOfStep(step, format !== undefined);
    return sendEventStream(reply, steps, { eventOf, problemEvent });
  });
}

/** Routes for a generation that was ordered with an idempotency key. */
function addKeyRoutes(app: FastifyInstance, { workspaces }: RouteServices, orders: Orders): void {
  app.get('/api/generations', async (request, reply): Promise<FoundGeneration> => {
    const workspace = await workspaces.of(request, reply);
    return { state: await orders.find(workspace, requiredKeyOf(request)) };
  });

  app.delete('/api/generations', async (request, reply) => {
    await orders.stop(await workspaces.of(request, reply), requiredKeyOf(request));
    return reply.code(204).send();
  });
}

function readBody(body: unknown) {
  const parsed = formattedRequestSchema.safeParse(body);
  if (!parsed.success) throw new ProblemError('content-and-links-required', { cause: parsed.error });
  const { instructions = '', ...request } = parsed.data;
  return { ...request, instructions: readInstructions(instructions) };
}

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (Array.isArray(key)) throw invalidKey();
  return key ?? null;
}

/** The key is in a header because addresses are logged, and the key opens the stored outcome. */
function requiredKeyOf(request: FastifyRequest): string {
  const key = keyOf(request);
  if (key === null) throw invalidKey();
  return key;
}

function wantsOneAnswer({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? '';
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}

type Formatting = Pick<z.infer<typeof formattedRequestSchema>, 'rel' | 'disclosure'> & {
  readonly format: VersionFormat;
};

/** Passes steps on. Writes the versions of the result in a format, as the page exports them. */
async function* inFormat(
  steps: Steps,
  threads: RouteServices['threads'],
  { format, rel = 'sponsored nofollow', disclosure = true }: Formatting,
  left: Promise<void>,
): Steps {
  const leaving = new AbortController();
  void left.then(() => leaving.abort());
  for await (const step of steps)
    if (step.type === 'result') {
      const { generation } = step;
      const options = { relation: rel, disclosure, disclosureTexts: {} };
      const versions = await threads.writeInFormat({ generation, format, options }, leaving.signal);
      yield { ...step, generation: { ...generation, versions } };
    } else yield step;
}

function eventOfStep(step: GenerationStep, hasVersions: boolean): GenerationEvent {
  if (step.type !== 'result') return step;
  const { versions } = step.generation;
  return { ...step, generation: { ...sentGeneration(step.generation), ...(hasVersions && { versions }) } };
}

function problemEventOf(problem: ReturnType<typeof logProblem>): GenerationEvent {
  const { generation, ...told } = problem;
  return { type: 'problem', ...told, generation: generation && sentGeneration(generation) };
}

async function resultOf(steps: AsyncIterable<GenerationStep>): Promise<FinishedGeneration> {
  for await (const step of steps) if (step.type === 'result') return step.generation;
  throw new ProblemError('generation-failed');
}

/** In milliseconds. */
const keepAliveInterval = 15_000;
/** In milliseconds. A client that reads nothing for this time has left, or blocks the answer on purpose. */
const stallTimeout = 120_000;

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

type Event = { readonly type: string };

type StreamOptions<Item> = {
  readonly eventOf: (item: Item) => Event;
  /** Returns the last event of a stream whose source failed. */
  readonly problemEvent: (error: unknown) => Event;
  /** Milliseconds between two keep-alive comments. */
  readonly keepAlive?: number;
  /** Milliseconds for which a client may read nothing. */
  readonly timeout?: number;
};

/**
 * Answers with events as `text/event-stream`. The object's `type` is the event's name. Begins with a comment, so that
 * the headers are sent at once, and repeats a comment during silence, so that no proxy closes the connection. Reads the
 * next event only after the client has read the previous ones.
 */
export function sendEventStream<Item>(
  reply: FastifyReply,
  items: AsyncIterable<Item>,
  options: StreamOptions<Item>,
): FastifyReply {
  const { raw } = reply;
  // Events are written to the response itself: a stream in between would double the cost of each small event.
  reply.hijack();
  const headers = Object.entries({ ...reply.getHeaders(), ...streamHeaders });
  for (const [name, value] of headers) if (value !== undefined) raw.setHeader(name, value);
  // A client that leaves during a write is not a failure.
  raw.on('error', () => undefined);
  raw.setTimeout(options.timeout ?? stallTimeout, () => raw.destroy());
  void writeEvents(raw, items, options);
  return reply;
}

async function writeEvents<Item>(
  response: ServerResponse,
  items: AsyncIterable<Item>,
  { eventOf, problemEvent, keepAlive = keepAliveInterval }: StreamOptions<Item>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  const first = iterator.next();
  response.write(': open\n\n');
  const timer = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n');
  }, keepAlive);
  try {
    for (let step = await first; step.done !== true; step = await iterator.next()) {
      if (response.destroyed) break;
      timer.refresh();
      if (!response.write(textOf(eventOf(step.value)))) await drained(response);
    }
  } catch (error) {
    const event = problemEvent(error);
    if (!response.destroyed) response.write(textOf(event));
  } finally {
    clearInterval(timer);
    response.end();
    await iterator.return?.();
  }
}

function textOf(event: Event): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Resolves when the client has read the buffer, or has left. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go);
      response.off('close', go);
      resolve();
    };
    response.once('drain', go);
    response.once('close', go);
  });
}
