import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import * as z from 'zod/mini';

import type { generationRequestSchema } from '#contract/generation-request.ts';
import { generationSchema } from '#contract/generations.ts';
import { ProblemError, problemMessages, type ProblemCode } from '#core/errors/problem-messages.ts';
import { UnfinishedError, type FinishedGeneration } from '#core/generation/finished-generation.ts';

import type { OrderStore } from './order-store.ts';
import type { FoundOrder, HashedKey } from './order-steps.ts';

export type GenerationRequest = z.infer<typeof generationRequestSchema>;

/** An idempotency key with its text. The text decrypts the stored outcome and is stored nowhere. */
export type IdempotencyKey = HashedKey & { readonly text: string };

const validKey = /^[\x20-\x7e]{8,200}$/;
/** The pauses of a request that waits for an order of another server, in milliseconds: most of a minute, then longer. */
const pauses = { first: 1000, changesAfter: 50, later: 5000 };

/** Requests with the same returned hashes are one generation. Throws 'idempotency-key-invalid'. */
export function readIdempotencyKey(
  workspace: string,
  text: string,
  request: GenerationRequest,
): IdempotencyKey {
  const { content, linkIds, relinks = [], writer = null, only, instructions = '' } = request;
  const wishes = [only, instructions, relinks].filter(isGiven);
  return {
    text,
    keyHash: hashKey(workspace, text),
    bodyHash: hashOf([content, linkIds, writer, ...wishes]),
  };
}

/** Returns the hash by which the generation of a key is found. Throws 'idempotency-key-invalid'. */
export function hashKey(workspace: string, text: string): string {
  if (!validKey.test(text)) throw invalidKey();
  return hashOf([workspace, text]);
}

/** Only programs send wrong keys, so the message is theirs. */
export function invalidKey(): ProblemError {
  const detail = 'Idempotency-Key must have 8 to 200 characters of ASCII.';
  return new ProblemError('idempotency-key-invalid', { detail });
}

function isGiven(wish: unknown): boolean {
  return wish !== undefined && wish !== '' && !(Array.isArray(wish) && wish.length === 0);
}

function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url');
}

/**
 * Returns the result of an earlier request with this key. While the order runs on another server, looks for its end
 * again and again. Throws the problem with which the order ended, and the reason of the signal.
 */
export async function repeatOrder(
  orders: Pick<OrderStore, 'find'>,
  key: IdempotencyKey,
  signal: AbortSignal,
): Promise<FinishedGeneration> {
  for (let looks = 0; ; looks += 1) {
    const order = await orders.find(key);
    // Its workspace was deleted.
    if (order === null) throw new ProblemError('generation-interrupted');
    if (order.state !== 'running') return replayOrder(order, key.text);
    const pause = looks < pauses.changesAfter ? pauses.first : pauses.later;
    await sleep(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
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

/** Returns the generation of an ended order. Throws the problem when there is no complete generation. */
function replayOrder({ state, record }: FoundOrder, key: string): FinishedGeneration {
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
