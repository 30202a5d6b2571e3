import { generationEventSchema, type GenerationEvent } from '#contract/generations.ts';
import type { VersionName } from '#core/edits/version.ts';
import type { ProblemCode } from '#core/errors/problem-messages.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { newId } from '#web/lib/new-id.ts';
import { lastKey } from '#web/lib/storage.ts';
import { createParser } from 'eventsource-parser';

import { GenerationFailure, apiError, ApiError, send, type Call } from './send.ts';
import type { Writer } from './writer.ts';

type GenerationRequest = {
  readonly content: string;
  readonly linkIds: readonly string[];
  /** What the user wishes of the style. Missing: nothing. */
  readonly instructions?: string | undefined;
  /** Weaves the links again into this version only, with none of these wordings. */
  readonly only?: { readonly version: VersionName; readonly avoid: readonly string[] };
};

/** An event of a running generation: a version begins, gets an edit, or ends. */
export type VersionEvent = Exclude<GenerationEvent, { type: 'problem' | 'result' }>;

type OnEvent = (event: VersionEvent) => void;
type GenerateOptions = { readonly signal: AbortSignal; readonly onEvent: OnEvent };

/**
 * Requests three versions. Calls `onEvent` while they are written, and returns the finished generation. Aborting the
 * signal ends the call up to the provider. Throws an `ApiError`, or the abort's own error.
 */
export type Generate = (request: GenerationRequest, options: GenerateOptions) => Promise<FinishedGeneration>;

/** Returns the function that requests a generation of this writer. */
export type GenerateBy = (writer: Writer) => Promise<Generate>;

export type ProofSource = {
  /** Whether the server required a proof when the page was opened. It may require one later. */
  readonly isRequired: boolean;
  readonly take: (signal: AbortSignal) => Promise<string>;
};

/** Returns a function that requests a generation of a writer. Call it once: each request may follow a stop. */
export function createGenerationsApi(proofs: ProofSource) {
  /** A link that is woven again has its own key, so it never replaces the key of the last generation. */
  const againKeys = createKeyStorage();
  const stopped = createStoppedCalls();

  return (writer: 'server' | 'built-in'): Generate =>
    (request, { signal, onEvent }) => {
      const body = writer === 'server' ? request : { ...request, writer };

      async function generateOnce(key: string, onKeyEvent: OnEvent): Promise<FinishedGeneration> {
        const call: Call = {
          method: 'POST',
          path: '/api/generations',
          headers: { accept: 'text/event-stream', 'idempotency-key': key },
          body,
          signal,
          fallback: 'generation-failed',
        };
        const sendCall = () => (writer === 'server' ? sendWithProof(call, proofs, signal) : send(call));
        try {
          const response = await stopped.retry(sendCall, signal);
          if (response.body === null) throw apiError('generation-failed', { status: response.status });
          return await readGeneration(response.body, (event) => {
            signal.throwIfAborted();
            onKeyEvent(event);
          });
        } catch (failure) {
          if (signal.aborted) stopped.noteStop();
          signal.throwIfAborted();
          throw failure;
        }
      }

      return sendWithKey(body, generateOnce, onEvent, request.only === undefined ? undefined : againKeys);
    };
}

const proofFailures = new Set<string>(['proof-required', 'proof-invalid'] satisfies ProblemCode[]);

/** Sends once more, with a new proof, if the server requires a proof or refuses the one that was sent. */
async function sendWithProof(
  call: Call,
  { isRequired, take }: ProofSource,
  signal: AbortSignal,
): Promise<Response> {
  const withProof = async () => ({ ...call, headers: { ...call.headers, altcha: await take(signal) } });
  const first = isRequired ? await withProof() : call;
  try {
    return await send(first);
  } catch (failure) {
    if (!(failure instanceof ApiError) || !proofFailures.has(failure.code)) throw failure;
    return send(await withProof());
  }
}

/**
 * Reads the event stream of a generation. Calls `onEvent` for each event and returns the result. Cancels the stream
 * when it stops reading, also when `onEvent` throws.
 * Throws an `ApiError` for a problem in the stream, for an unreadable message, and for a stream that breaks off.
 */
export async function readGeneration(
  body: ReadableStream<Uint8Array>,
  onEvent: OnEvent,
): Promise<FinishedGeneration> {
  const arrived: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => arrived.push(data) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const read = () =>
    reader.read().catch((cause: unknown) => {
      throw apiError('network-failed', { cause });
    });
  try {
    for (let chunk = await read(); !chunk.done; chunk = await read()) {
      parser.feed(decoder.decode(chunk.value, { stream: true }));
      for (const data of arrived.splice(0)) {
        const event = parseEvent(data);
        if (event.type === 'result') return event.generation;
        onEvent(event);
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
  throw apiError('network-failed');
}

function parseEvent(data: string): Exclude<GenerationEvent, { type: 'problem' }> {
  let event: GenerationEvent;
  try {
    event = generationEventSchema.parse(JSON.parse(data));
  } catch (cause) {
    throw apiError('page-outdated', { cause });
  }
  if (event.type === 'problem') throw new GenerationFailure({ ...event, status: null });
  return event;
}

/** The server ends a stopped generation within this time, in milliseconds. A later refusal is about another one. */
const settlingTime = 30_000;
/** Pauses between two tries, in milliseconds. Each is twice as long as the one before. */
const pauses = { first: 250, longest: 4000 };

/**
 * Remembers that this page has stopped a generation. The server notices a stop by the closed connection, perhaps on
 * another machine than the one that gets the next request. Until then it refuses the next request.
 */
function createStoppedCalls() {
  let settledAt = 0;

  const isByStopped = (failure: unknown) =>
    failure instanceof ApiError && failure.code === 'workspace-running' && performance.now() < settledAt;

  return {
    noteStop: () => void (settledAt = performance.now() + settlingTime),
    /** Sends, and sends again while the server may still run a stopped generation. Rejects when the signal aborts. */
    async retry<T>(sendCall: () => Promise<T>, signal: AbortSignal): Promise<T> {
      for (let wait = pauses.first; ; wait = Math.min(2 * wait, pauses.longest)) {
        try {
          return await sendCall();
        } catch (failure) {
          if (!isByStopped(failure)) throw failure;
        }
        await orAborted(new Promise((resolve) => setTimeout(resolve, wait)), signal);
      }
    },
  };
}

/** Rejects when the signal aborts. The work itself goes on. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Sends one request with this key. */
type SendOnce = (key: string, onEvent: OnEvent) => Promise<FinishedGeneration>;

/** Stores the key of the last request, with a hash of its body. */
type KeyStorage = {
  read(): string | null;
  write(entry: string): void;
  forget(): void;
  /** Whether the key stays after an answer. The same request then gets the same answer again. */
  readonly keepsAnswered: boolean;
};

/** The server's answer to a key whose generation ended without a result. The key will never have one. */
const lost = new Set<string>(['generation-abandoned', 'generation-interrupted'] satisfies ProblemCode[]);
/** The server has not answered: the generation may still run, or may have ended well. */
const unanswered = new Set<string>(['network-failed', 'generation-failed'] satisfies ProblemCode[]);

/**
 * Sends a request with an idempotency key. Uses the stored key if the last request had the same body and was neither
 * stopped nor refused. So a request that failed on the way is not paid for twice. Replaces a stored key once if its
 * generation is lost.
 */
export async function sendWithKey(
  body: unknown,
  sendOnce: SendOnce,
  onEvent: OnEvent,
  storage: KeyStorage = { ...lastKey, keepsAnswered: true },
): Promise<FinishedGeneration> {
  const hash = hashOf(JSON.stringify(body));
  const [key = '', storedHash] = storage.read()?.split(' ') ?? [];
  const stored = storedHash === hash ? key : null;
  let hasBegun = false;
  let isKept = false;
  const note: OnEvent = (event) => {
    hasBegun = true;
    onEvent(event);
  };
  try {
    const generation = await sendOnce(stored ?? createKey(hash, storage), note).catch((failure: unknown) => {
      const isLost = failure instanceof ApiError && lost.has(failure.code);
      if (!isLost || stored === null || hasBegun) throw failure;
      return sendOnce(createKey(hash, storage), onEvent);
    });
    isKept = storage.keepsAnswered;
    return generation;
  } catch (failure) {
    isKept = failure instanceof ApiError && unanswered.has(failure.code);
    throw failure;
  } finally {
    if (!isKept) storage.forget();
  }
}

function createKey(hash: string, storage: KeyStorage): string {
  const key = newId();
  storage.write(`${key} ${hash}`);
  return key;
}

/** Creates a storage in memory, which keeps a key only until its request is answered. */
function createKeyStorage(): KeyStorage {
  let stored: string | null = null;
  return {
    keepsAnswered: false,
    read: () => stored,
    write: (entry) => void (stored = entry),
    forget: () => void (stored = null),
  };
}

/** Returns two 32-bit hashes as text. `crypto.subtle` is missing on pages without HTTPS. */
function hashOf(text: string): string {
  let [one, two] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at += 1) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193);
    two = Math.imul(two ^ text.charCodeAt(at), 0x5bd1e995) ^ (two >>> 15);
  }
  return `${text.length}-${(one >>> 0).toString(36)}-${(two >>> 0).toString(36)}`;
}
