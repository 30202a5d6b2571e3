import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { ProblemError } from '#core/errors/problem.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';

import type { GenerationRequest } from './generation-request.ts';
import type { HashedKey, Ledger, Outcome } from './ledger/ledger.ts';
import { replayOutcome } from './outcome-record.ts';

/** An idempotency key with its text. The text decrypts the stored outcome and is stored nowhere. */
export type IdempotencyKey = HashedKey & { readonly text: string };

const validKey = /^[\x20-\x7e]{8,200}$/;
/** In milliseconds. */
const lookEvery = 500;

/** Requests with the same hashes are one generation. Throws 'idempotency-key-invalid'. */
export function readIdempotencyKey(
  workspace: string,
  text: string,
  request: GenerationRequest,
): IdempotencyKey {
  if (!validKey.test(text)) throw new ProblemError('idempotency-key-invalid');
  const { content, linkIds, writer = null, only } = request;
  return {
    text,
    keyHash: hashOf([workspace, text]),
    bodyHash: hashOf([content, linkIds, writer, ...(only === undefined ? [] : [only])]),
  };
}

function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url');
}

/**
 * Returns the result of an earlier request with this key. When that request still runs on another server, waits for
 * its end. Throws the problem when it ended with one.
 */
export function repeatGeneration(
  ledger: Ledger,
  { key, outcome }: { readonly key: IdempotencyKey; readonly outcome: Outcome | 'running' },
  signal: AbortSignal,
): AsyncIterable<GenerationStep> {
  return outcome === 'running'
    ? waitForOutcome(ledger, key, signal)
    : resultStep(replayOutcome(outcome, key.text));
}

async function* waitForOutcome(ledger: Ledger, key: IdempotencyKey, signal: AbortSignal) {
  for (;;) {
    await sleep(lookEvery, undefined, { signal }).catch(() => signal.throwIfAborted());
    const outcome = await ledger.look(key);
    if (outcome === 'running') continue;
    // Null: it began more than a day ago.
    if (outcome === null) throw new ProblemError('generation-interrupted');
    return yield* resultStep(replayOutcome(outcome, key.text));
  }
}

async function* resultStep(
  generation: ReturnType<typeof replayOutcome>,
): AsyncGenerator<GenerationStep, void> {
  yield { type: 'result', generation };
}
