import type { ProblemCode } from '#core/errors/problem.ts';
import type { VersionName } from '#core/edits/version.ts';

import { apiError, ApiError } from './api-error.ts';
import { askAsClick, createPageMemory } from './click.ts';
import { readGenerationEvents } from './generation-events.ts';
import type { GenerationProgress } from './generation-events.ts';
import { send } from './send.ts';
import type { Call } from './send.ts';
import { createStoppedCalls } from './stopped-calls.ts';
import type { StoppedCalls } from './stopped-calls.ts';

const proofFailures = new Set<string>(['proof-required', 'proof-invalid'] satisfies ProblemCode[]);

type GenerationRequest = {
  readonly content: string;
  readonly linkIds: readonly string[];
  /** The links are woven again into this version alone, in none of these wordings. */
  readonly only?: { readonly version: VersionName; readonly avoid: readonly string[] };
};

/** What is woven again never stands in for the last press of Generate. */
const againMemory = createPageMemory();
/** One click on Stop may be followed by any order of this page. */
const stoppedCalls = createStoppedCalls();

/** Asks for three versions and yields what arrives. Aborting the signal ends the call up to the provider. */
export type Generate = (request: GenerationRequest, signal: AbortSignal) => AsyncIterable<GenerationProgress>;

export type ProofSource = {
  /** Whether the server wants a proof with each request; it may also begin to while the page is open. */
  readonly isWanted: boolean;
  readonly take: (signal: AbortSignal) => Promise<string>;
};

export function createGenerationsApi(
  writer: 'server' | 'built-in',
  proofs: ProofSource | null = null,
  stopped = stoppedCalls,
): Generate {
  return (request, signal) => {
    const body = writer === 'server' ? request : { ...request, writer };
    const askWith = (key: string) => ask({ body, key, signal }, proofs, stopped);
    return request.only === undefined ? askAsClick(body, askWith) : askAsClick(body, askWith, againMemory);
  };
}

type Order = { readonly body: unknown; readonly key: string; readonly signal: AbortSignal };

async function* ask({ body, key, signal }: Order, proofs: ProofSource | null, stopped: StoppedCalls) {
  const call = {
    method: 'POST',
    path: '/api/generations',
    headers: { 'idempotency-key': key },
    body,
    accept: 'text/event-stream',
    signal,
    fallback: 'generation-failed',
  } as const;
  const sendIt = () => (proofs === null ? send(call) : sendProven(call, proofs, signal));
  let hasEnded = false;
  try {
    const response = await stopped.order(sendIt, signal);
    if (response.body === null) throw apiError('generation-failed', { status: response.status });
    for await (const event of readEvents(response.body, signal)) {
      hasEnded = event.type === 'result';
      yield event;
    }
  } finally {
    if (signal.aborted && !hasEnded) stopped.note();
  }
}

async function* readEvents(body: ReadableStream<Uint8Array>, signal: AbortSignal) {
  try {
    yield* readGenerationEvents(body);
  } catch (failure) {
    if (signal.aborted || failure instanceof ApiError) throw failure;
    throw apiError('network-failed', { cause: failure });
  }
}

/** A proof that the server does not take, because it has expired or was not known to be wanted, is renewed once. */
async function sendProven(
  call: Call,
  { isWanted, take }: ProofSource,
  signal: AbortSignal,
): Promise<Response> {
  const proven = async () => ({ ...call, headers: { ...call.headers, altcha: await take(signal) } });
  const first = isWanted ? await proven() : call;
  try {
    return await send(first);
  } catch (failure) {
    if (!(failure instanceof ApiError) || !proofFailures.has(failure.code)) throw failure;
    return send(await proven());
  }
}
