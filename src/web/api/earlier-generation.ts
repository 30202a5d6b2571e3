import { foundGenerationSchema, type FoundGeneration } from '#contract/generations.ts';

import { storedKey } from './idempotency-key.ts';
import { ApiError, inTime, send, sendForJson } from './send.ts';

/** What was asked of the server's model. */
export type OrderedRequest = {
  readonly content: string;
  readonly linkIds: readonly string[];
  readonly instructions: string;
};

const path = '/api/generations';
const fallback = 'generation-failed';

/** Returns the instructions as a request has them; undefined if there are none. */
export function sentInstructions(instructions: string): string | undefined {
  return instructions.trim() === '' ? undefined : instructions.trim();
}

/** The stored key belongs to exactly this body, with its fields in this order. */
function keyOf({ content, linkIds, instructions }: OrderedRequest): string | null {
  return storedKey({ content, linkIds, instructions: sentInstructions(instructions) });
}

/** In milliseconds. */
const answerTime = 5000;

/**
 * Asks what has become of the generation of this request that this tab has ordered. The question keeps a running one for
 * a while. Returns null if the server does not answer.
 */
export async function findEarlier(request: OrderedRequest): Promise<FoundGeneration['state'] | null> {
  const key = keyOf(request);
  if (key === null) return 'lost';
  const headers = { 'idempotency-key': key };
  const ask = (signal: AbortSignal) =>
    sendForJson({ method: 'GET', path, headers, signal, fallback }, foundGenerationSchema);
  try {
    return (await inTime(answerTime, ask)).state;
  } catch (failure) {
    return failure instanceof ApiError && failure.status === 400 ? 'lost' : null;
  }
}

/**
 * Ends the generation of this request that this tab has ordered, if there is one. A duplicated tab has the key of the
 * first one, and does not end what that one watches.
 */
export async function endEarlier(request: OrderedRequest): Promise<void> {
  const key = keyOf(request);
  if (key === null) return;
  const end = () => endGeneration(key);
  await (locks === undefined
    ? end()
    : locks.request(lockOf(key), { ifAvailable: true }, (lock) => lock === null || end()));
}

/** Browsers have no locks if the page came without encryption. */
const locks: LockManager | undefined = typeof navigator === 'undefined' ? undefined : navigator.locks;
const lockOf = (key: string) => `linkweft-generation-${key}`;

/** Tells the other tabs that this one watches the generation of a key until the work has ended. Returns the work. */
export function watched<T>(key: string, work: Promise<T>): Promise<T> {
  const ended = work.catch(() => {});
  locks?.request(lockOf(key), { mode: 'shared' }, () => ended).catch(() => {});
  return work;
}

/** Ends the generation of a key, also when the page closes now. Without a network, the server ends it a little later. */
export function endGeneration(key: string): void {
  const headers = { 'idempotency-key': key };
  send({ method: 'DELETE', path, headers, keepalive: true, fallback }).catch(() => {});
}
