import {
  generationEventSchema,
  type generationRequestSchema,
  receivedGeneration,
  repeatOnly,
  type GenerationEvent,
} from '#contract/generations.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Protocol } from '#core/limits/terms.ts';
import type { Link } from '#core/links/link.ts';
import type { ProviderSettings } from '#llm-client/request/transport.ts';
import { createParser } from 'eventsource-parser';
import type * as z from 'zod/mini';

import { orAborted } from '#web/lib/tasks.ts';
import type { Availability } from './browser-model.ts';
import { endGeneration, createKeyStorage, sendWithKey, tabKey } from './idempotency-key.ts';
import { apiError, ApiError, hasCode, loaded, send } from './send.ts';

/** A provider that the visitor calls with a key of their own. */
export type OwnProvider = Pick<ProviderSettings, 'baseUrl' | 'apiKey' | 'model'> & {
  /** What its program says, in tokens. Undefined: it is not known, or the name of the model tells it. */
  readonly contextWindow?: number | undefined;
};

/**
 * Who writes a generation: the server's model, the server's built-in writer, the visitor's own provider, or the model of
 * the visitor's browser. 'earlier':
 * this tab has asked the server's model before a reload, and does not ask again.
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

/** Makes a proof of work for each request that needs one. */
export type ProofSource = {
  /** Whether the server required a proof when the page was opened. It may require one later. */
  readonly isRequired: boolean;
  readonly take: (signal: AbortSignal) => Promise<string>;
};

/**
 * Returns the function that requests a generation. Call it once, because it remembers stopped requests for the next
 * one. The writer 'earlier' asks for the generation that this tab ordered from the server's model before a reload, and
 * starts none.
 */
export function createGenerate(proofs: ProofSource): Generate {
  /** Weaving a link again uses its own key, so that it never replaces the key of the last generation. */
  const againKeys = createKeyStorage();
  const stopped: Stopped = { settledAt: 0 };

  return async (by, request, options) => {
    const { signal, onEvent } = options;
    if (by.kind === 'own' || by.kind === 'browser') return generateHere(by, request, options);
    const writer = by.kind;
    const body = writer === 'built-in' ? { ...request, writer } : request;

    async function sendOnce(
      key: string,
      onKeyEvent: GenerateOptions['onEvent'],
    ): Promise<FinishedGeneration> {
      let wasSent = false;
      const sendNow = async (hasProof: boolean) => {
        const proof = hasProof ? { altcha: await proofs.take(signal) } : {};
        const repeats = writer === 'earlier' ? { [repeatOnly]: 'yes' } : {};
        const headers = { accept: 'text/event-stream', 'idempotency-key': key, ...repeats, ...proof };
        wasSent = true;
        const fallback = 'generation-failed';
        return send({ method: 'POST', path: '/api/generations', headers, body, signal, fallback });
      };
      const sendCall = () =>
        sendNow(writer === 'server' && proofs.isRequired).catch((failure: unknown) => {
          // The server now requires a proof, or refuses the one that was sent. Another try sends a new one.
          if (writer !== 'server' || !hasCode(failure, 'proof-required', 'proof-invalid')) throw failure;
          return sendNow(true);
        });
      try {
        const response = await sendAfterStop(sendCall, stopped, signal);
        if (response.body === null) throw apiError('generation-failed', { status: response.status });
        return await readGeneration(response.body, request.content, (event) => {
          signal.throwIfAborted();
          onKeyEvent(event);
        });
      } catch (failure) {
        // Without this message, the server would continue to write in case the page returns.
        if (wasSent && (signal.aborted || isUnread(failure))) endGeneration(key);
        if (signal.aborted) stopped.settledAt = performance.now() + settlingTime;
        signal.throwIfAborted();
        throw failure;
      }
    }

    const storage = request.only === undefined ? tabKey : againKeys;
    // The next request may follow a stop at once. It must not have the key of the stopped request.
    signal.addEventListener('abort', storage.forget);
    return sendWithKey(body, sendOnce, onEvent, { storage, mayStart: writer !== 'earlier' }).finally(() =>
      signal.removeEventListener('abort', storage.forget),
    );
  };
}

/** Generates in the page, with a model that the server does not know. */
async function generateHere(
  by: Extract<Writer, { kind: 'own' | 'browser' }>,
  request: GenerationRequest,
  options: GenerateOptions,
): Promise<FinishedGeneration> {
  if (by.kind === 'own') {
    const { generateByOwnKey } = await loaded(import('./own-generation.ts'));
    options.signal.throwIfAborted();
    return generateByOwnKey(by, request, options);
  }
  const { generateByBrowser } = await loaded(import('./browser-generation.ts'));
  options.signal.throwIfAborted();
  return generateByBrowser(by, request, options);
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

/**
 * The server ends a stopped generation within this time, in milliseconds. A later refusal is about another generation.
 */
const settlingTime = 30_000;
/** When the generation that was stopped last has surely ended, by the clock of `performance`. */
type Stopped = { settledAt: number };

/** Pauses between two tries, in milliseconds. Each is twice as long as the one before. */
const pauses = { first: 250, longest: 4000 };

/**
 * Sends, and sends again while the server may still run a stopped generation: it notices a stop by the closed
 * connection, perhaps on another machine than the one that gets this request. Rejects when the signal aborts.
 */
async function sendAfterStop<T>(
  sendCall: () => Promise<T>,
  stopped: Stopped,
  signal: AbortSignal,
): Promise<T> {
  for (let wait = pauses.first; ; wait = Math.min(2 * wait, pauses.longest)) {
    try {
      return await sendCall();
    } catch (failure) {
      if (!hasCode(failure, 'workspace-running') || performance.now() >= stopped.settledAt) throw failure;
    }
    await orAborted(new Promise((resolve) => setTimeout(resolve, wait)), signal);
  }
}
