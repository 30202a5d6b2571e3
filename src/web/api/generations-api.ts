import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { ProblemCode } from '#core/errors/problem.ts';
import type { VersionName } from '#core/edits/version.ts';

import { apiError, ApiError } from './api-error.ts';
import { readGeneration, type VersionEvent } from './generation-events.ts';
import { createKeyStorage, sendWithKey } from './idempotency-key.ts';
import { send, type Call } from './send.ts';
import { createStoppedCalls, type StoppedCalls } from './stopped-calls.ts';

type GenerationRequest = {
  readonly content: string;
  readonly linkIds: readonly string[];
  /** Weaves the links again into this version only, with none of these wordings. */
  readonly only?: { readonly version: VersionName; readonly avoid: readonly string[] };
};

type GenerateOptions = {
  readonly signal: AbortSignal;
  readonly onEvent: (event: VersionEvent) => void;
};

/**
 * Requests three versions. Calls `onEvent` while they are written, and returns the finished generation. Aborting the
 * signal ends the call up to the provider. Throws an `ApiError`, or the abort's own error.
 */
export type Generate = (request: GenerationRequest, options: GenerateOptions) => Promise<FinishedGeneration>;

export type ProofSource = {
  /** Whether the server requires a proof with each request. It may begin to while the page is open. */
  readonly isRequired: boolean;
  readonly take: (signal: AbortSignal) => Promise<string>;
};

/** Weaving a link again has its own key: it never replaces the key of the last generation. */
const againKeys = createKeyStorage();
/** Shared by all requests of this page: each of them may follow a stop. */
const stoppedCalls = createStoppedCalls();

export function createGenerationsApi(
  writer: 'server' | 'built-in',
  proofs: ProofSource | null = null,
  stopped = stoppedCalls,
): Generate {
  return (request, { signal, onEvent }) => {
    const body = writer === 'server' ? request : { ...request, writer };
    const sendKey = (key: string, onKeyEvent: (event: VersionEvent) => void) =>
      generateOnce({ body, key, signal, onEvent: onKeyEvent }, proofs, stopped);
    return sendWithKey(body, sendKey, onEvent, request.only === undefined ? undefined : againKeys);
  };
}

type KeyedRequest = GenerateOptions & { readonly body: unknown; readonly key: string };

async function generateOnce(
  { body, key, signal, onEvent }: KeyedRequest,
  proofs: ProofSource | null,
  stopped: StoppedCalls,
): Promise<FinishedGeneration> {
  const call: Call = {
    method: 'POST',
    path: '/api/generations',
    headers: { 'idempotency-key': key },
    body,
    accept: 'text/event-stream',
    signal,
    fallback: 'generation-failed',
  };
  const sendCall = () => (proofs === null ? send(call) : sendWithProof(call, proofs, signal));
  try {
    const response = await stopped.retry(sendCall, signal);
    if (response.body === null) throw apiError('generation-failed', { status: response.status });
    return await readGeneration(response.body, (event) => {
      signal.throwIfAborted();
      onEvent(event);
    });
  } catch (failure) {
    if (signal.aborted) stopped.note();
    signal.throwIfAborted();
    throw failure;
  }
}

const proofFailures = new Set<string>(['proof-required', 'proof-invalid'] satisfies ProblemCode[]);

/** Sends again once if the server refuses the proof: it has expired, or was not known to be required. */
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
