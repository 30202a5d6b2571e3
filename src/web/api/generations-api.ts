import {
  generationEventSchema,
  receivedGeneration,
  type GenerationEvent,
} from '#contract/generation-events.ts';
import type { generationRequestSchema } from '#contract/generation-request.ts';
import { repeatOnly } from '#contract/generations.ts';
import type { ProblemCode } from '#core/errors/problem-messages.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Protocol } from '#core/limits/terms.ts';
import type { Link } from '#core/links/link.ts';
import type { ProviderSettings } from '#llm-client/request/transport.ts';
import { createParser } from 'eventsource-parser';
import type * as z from 'zod/mini';

import { orAborted } from '#web/lib/tasks.ts';
import type { Availability } from './browser-model.ts';
import {
  createKey,
  endGeneration,
  forgetKey,
  storedKey,
  watched,
  type KeyStorage,
} from './idempotency-key.ts';
import { apiError, ApiError, hasCode, loaded, send } from './send.ts';

/** A provider that the visitor calls with a key of their own. */
export type OwnProvider = Pick<ProviderSettings, 'baseUrl' | 'apiKey' | 'model'> & {
  /** What its program says, in tokens. Undefined: it is not known, or the name of the model tells it. */
  readonly contextWindow?: number | undefined;
};

/**
 * Who writes a generation: the server's model, the server's built-in writer, the visitor's own provider, or the model of
 * the visitor's browser. 'earlier':
 * this tab has requested it from the server's model before a reload, and starts no other one.
 */
export type Writer =
  | { readonly kind: 'server' | 'earlier' | 'built-in' }
  | {
      readonly kind: 'own';
      readonly provider: OwnProvider;
      /** What the operator has set. Null: the size of the model decides. */
      readonly protocol: Protocol | null;
      readonly findLinks: FindLinks;
    }
  | {
      readonly kind: 'browser';
      readonly findLinks: FindLinks;
      /** Hears what the browser says of its model, and which share of it is downloaded. */
      readonly onState: (state: Availability, share?: number) => void;
    };

/** Returns the links with these ids that still exist, in the order of the ids. */
type FindLinks = (ids: readonly string[]) => Promise<readonly Link[]>;

export type GenerationRequest = Omit<z.infer<typeof generationRequestSchema>, 'writer'>;

/** An event of a running generation: a version begins, gets an edit, or ends. */
export type VersionEvent = Exclude<GenerationEvent, { type: 'problem' | 'result' }>;

export type GenerateOptions = {
  readonly signal: AbortSignal;
  readonly onEvent: (event: VersionEvent) => void;
};

/**
 * Requests three versions of a writer. Calls `onEvent` while they are written, and returns the finished generation.
 * When the signal aborts, the calls end, including the call to the provider. Throws an `ApiError`, or the abort's own
 * error.
 */
export type Generate = (
  writer: Writer,
  request: GenerationRequest,
  options: GenerateOptions,
) => Promise<FinishedGeneration>;

/** The codes of the server for a key whose generation ended without a result. The key will never have a result. */
const lost: readonly ProblemCode[] = ['generation-abandoned', 'generation-interrupted'];
/** Codes that say nothing about the generation: it may still run, or may have ended with a result. */
const unanswered: readonly ProblemCode[] = [
  'network-failed',
  'generation-failed',
  'rate-limited',
  'request-timeout',
  'server-busy',
  'server-full',
];

/** Pauses between two tries, in milliseconds. Each is twice as long as the one before. */
const pauses = { first: 250, longest: 4000 };

type ServerOptions = {
  readonly keys: KeyStorage;
  /** Returns whether the server has ended all generations that were stopped here. */
  readonly isSettled: () => boolean;
};

/**
 * Sends a request with an idempotency key, which is the stored one if the last request had the same body and was neither
 * stopped nor refused. So a request that failed on its way is not paid twice. Sends again in two cases: with a new key,
 * once, if the generation of the stored key is lost, and after a pause, while the server may still run a generation that
 * was stopped here.
 */
export async function generateByServer(
  writer: 'server' | 'earlier' | 'built-in',
  request: GenerationRequest,
  { signal, onEvent }: GenerateOptions,
  { keys, isSettled }: ServerOptions,
): Promise<FinishedGeneration> {
  const body = writer === 'built-in' ? { ...request, writer } : request;
  const stored = storedKey(body, keys);
  if (stored === null && writer === 'earlier') throw apiError('generation-failed');
  let key = stored ?? createKey(body, keys);
  let mayBeLost = stored !== null && writer !== 'earlier';
  const onKeyEvent = (event: VersionEvent) => {
    signal.throwIfAborted();
    mayBeLost = false;
    onEvent(event);
  };
  for (let pause = pauses.first; ; pause = Math.min(2 * pause, pauses.longest))
    try {
      const sent = { key, body, isRepeatOnly: writer === 'earlier' };
      const generation = await watched(key, sendGeneration(sent, { signal, onEvent: onKeyEvent }));
      if (!keys.keepsAnswered) forgetKey(key, keys);
      return generation;
    } catch (failure) {
      // Without this message, the server would continue to write in case the page returns.
      if (signal.aborted || isUnread(failure)) endGeneration(key);
      signal.throwIfAborted();
      if (mayBeLost && hasCode(failure, ...lost)) {
        mayBeLost = false;
        key = createKey(body, keys);
      } else if (hasCode(failure, 'workspace-running') && !isSettled()) {
        await orAborted(new Promise((resolve) => setTimeout(resolve, pause)), signal);
      } else {
        if (!hasCode(failure, ...unanswered)) forgetKey(key, keys);
        throw failure;
      }
    }
}

type SentRequest = {
  readonly key: string;
  readonly body: GenerationRequest;
  /** Whether the request only joins or repeats the generation of the key. */
  readonly isRepeatOnly: boolean;
};

/** Sends one request and reads its stream. */
async function sendGeneration(
  { key, body, isRepeatOnly }: SentRequest,
  { signal, onEvent }: GenerateOptions,
): Promise<FinishedGeneration> {
  const repeats = isRepeatOnly ? { [repeatOnly]: 'yes' } : {};
  const headers = { accept: 'text/event-stream', 'idempotency-key': key, ...repeats };
  const fallback = 'generation-failed';
  const response = await send({ method: 'POST', path: './api/generations', headers, body, signal, fallback });
  if (response.body === null) throw apiError(fallback, { status: response.status });
  return readGeneration(response.body, body.content, onEvent);
}

/** Returns whether the page cannot read or show a generation that still runs. */
function isUnread(failure: unknown): boolean {
  return !(failure instanceof ApiError) || hasCode(failure, 'page-outdated');
}

/**
 * Reads the event stream of a content's generation. Calls `onEvent` for each event and returns the result. Cancels the
 * stream when it stops reading, and also when `onEvent` throws. Throws an `ApiError` for a problem in the stream, for
 * an unreadable message, and for a stream that breaks off.
 */
export async function readGeneration(
  body: ReadableStream<Uint8Array>,
  content: string,
  onEvent: GenerateOptions['onEvent'],
): Promise<FinishedGeneration> {
  const arrived: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => arrived.push(data) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const read = () => loaded(reader.read());
  try {
    for (let chunk = await read(); !chunk.done; chunk = await read()) {
      parser.feed(decoder.decode(chunk.value, { stream: true }));
      for (const data of arrived.splice(0)) {
        const event = parseEvent(data);
        if (event.type === 'result') return receivedGeneration(event.generation, content);
        if (event.type === 'problem') throw failureOf(event, content);
        onEvent(event);
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
  throw apiError('network-failed');
}

function parseEvent(data: string): GenerationEvent {
  try {
    return generationEventSchema.parse(JSON.parse(data));
  } catch (cause) {
    throw apiError('page-outdated', { cause });
  }
}

function failureOf(problem: Extract<GenerationEvent, { type: 'problem' }>, content: string): ApiError {
  const generation = problem.generation && receivedGeneration(problem.generation, content);
  return new ApiError({ ...problem, generation, status: null });
}
