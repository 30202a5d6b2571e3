import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import * as z from 'zod/mini';

import { generationSchema, type generationRequestSchema } from '#contract/generations.ts';
import { ProblemError, problemMessages, type ProblemCode } from '#core/errors/problem-messages.ts';
import { UnfinishedError, type FinishedGeneration } from '#core/generation/finished-generation.ts';

import type { Ledger } from './ledger/ledger.ts';
import type { HashedKey, Outcome } from './ledger/orders.ts';
import type { StartedWork } from './stream.ts';

export type GenerationRequest = z.infer<typeof generationRequestSchema>;

/** An idempotency key with its text. The text decrypts the stored outcome and is stored nowhere. */
export type IdempotencyKey = HashedKey & { readonly text: string };

const validKey = /^[\x20-\x7e]{8,200}$/;
/** How often a waiting request looks for the outcome, in milliseconds. */
const lookEvery = 500;
/** At every fourth look, a waiting request tells the server of the order that somebody waits. */
const looksPerSign = 4;

/** Requests with the same returned hashes are one generation. Throws 'idempotency-key-invalid'. */
export function readIdempotencyKey(
  workspace: string,
  text: string,
  request: GenerationRequest,
): IdempotencyKey {
  const { content, linkIds, writer = null, only, instructions = '' } = request;
  const wishes = [only, instructions === '' ? undefined : instructions].filter((wish) => wish !== undefined);
  return {
    text,
    keyHash: hashKey(workspace, text),
    bodyHash: hashOf([content, linkIds, writer, ...wishes]),
  };
}

/** Returns the hash by which the generation of a key is found. Throws 'idempotency-key-invalid'. */
export function hashKey(workspace: string, text: string): string {
  if (!validKey.test(text)) throw new ProblemError('idempotency-key-invalid');
  return hashOf([workspace, text]);
}

function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url');
}

/**
 * Returns the result of an earlier request with this key. When the earlier request still runs on another server, waits
 * for its end. Throws the problem with which the earlier request ended. Nothing is lost when the visitor leaves, because
 * the request can be sent again.
 */
export function repeatGeneration(
  ledger: Ledger,
  { key, outcome }: { readonly key: IdempotencyKey; readonly outcome: Outcome | 'running' },
  signal: AbortSignal,
): StartedWork {
  const known = outcome === 'running' ? null : replayOutcome(outcome, key.text);
  async function* steps() {
    yield { type: 'result', generation: known ?? (await waitForResult(ledger, key, signal)) } as const;
  }
  return { steps: steps(), timeAlone: 0 };
}

async function waitForResult(ledger: Ledger, key: IdempotencyKey, signal: AbortSignal) {
  for (let looks = 0; ; looks += 1) {
    if (looks % looksPerSign === 0) await ledger.ask(key.keyHash, 'read-elsewhere');
    await sleep(lookEvery, undefined, { signal }).catch(() => signal.throwIfAborted());
    const outcome = await ledger.look(key);
    // The order is more than a day old, so its outcome is deleted.
    if (outcome === null) throw new ProblemError('generation-interrupted');
    if (outcome !== 'running') return replayOutcome(outcome, key.text);
  }
}

export type Ending =
  | { readonly type: 'result'; readonly generation: FinishedGeneration }
  | { readonly type: 'problem'; readonly problem: ProblemError };

const recordSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('result'), generation: generationSchema }),
  z.object({
    type: z.literal('problem'),
    code: z.custom<ProblemCode>((code) => typeof code === 'string' && code in problemMessages),
    detail: z.string(),
    generation: z.optional(generationSchema),
  }),
]);

/** Returns the encrypted record of an ending, for repetitions of the request. Only the idempotency key decrypts it. */
export function writeRecord(ending: Ending, key: string): Uint8Array {
  return sealOutcome(Buffer.from(JSON.stringify(recordOf(ending))), key);
}

function recordOf(ending: Ending): object {
  if (ending.type === 'result') return ending;
  const { problem } = ending;
  const generation = problem instanceof UnfinishedError ? problem.generation : undefined;
  return { type: 'problem', code: problem.code, detail: problem.message, generation };
}

/** Returns the generation of an outcome. Throws the problem when there is no complete generation. */
export function replayOutcome({ state, record }: Outcome, key: string): FinishedGeneration {
  if (state === 'stopped') throw new ProblemError('generation-abandoned');
  const opened = record === null ? null : openOutcome(record, key);
  // The server of the generation stopped before it stored an outcome.
  if (opened === null) throw new ProblemError('generation-interrupted');
  const { data: stored } = recordSchema.safeParse(JSON.parse(Buffer.from(opened).toString()));
  // An older version stored the outcome in another form.
  if (stored === undefined) throw new ProblemError('generation-interrupted');
  if (stored.type === 'result') return stored.generation;
  const { code, detail, generation } = stored;
  const problem = new ProblemError(code, { detail });
  throw generation === undefined ? problem : new UnfinishedError(problem, generation);
}

const algorithm = 'aes-256-gcm';
const purpose = 'linkweft outcome 1';
const [saltLength, nonceLength, tagLength] = [16, 12, 16];
const headLength = saltLength + nonceLength + tagLength;

/** Encrypts an outcome with the idempotency key. The database has only a hash of that key. */
export function sealOutcome(outcome: Uint8Array, idempotencyKey: string): Uint8Array {
  const salt = randomBytes(saltLength);
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, deriveKey(idempotencyKey, salt), nonce);
  const body = Buffer.concat([cipher.update(outcome), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), body]);
}

/** Decrypts an outcome. Returns null when the key is wrong or a byte has changed. */
export function openOutcome(sealed: Uint8Array, idempotencyKey: string): Uint8Array | null {
  if (sealed.length < headLength) return null;
  const salt = sealed.subarray(0, saltLength);
  const nonce = sealed.subarray(saltLength, saltLength + nonceLength);
  const decipher = createDecipheriv(algorithm, deriveKey(idempotencyKey, salt), nonce, {
    authTagLength: tagLength,
  });
  decipher.setAuthTag(sealed.subarray(saltLength + nonceLength, headLength));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headLength)), decipher.final()]);
  } catch {
    return null;
  }
}

function deriveKey(idempotencyKey: string, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', idempotencyKey, salt, purpose, 32));
}
