import { foundGenerationSchema, type FoundGeneration } from '#contract/generations.ts';
import type { AcceptedRelink } from '#core/edits/edit.ts';
import { newId } from '#web/lib/new-id.ts';
import { lastKey } from '#web/lib/storage.ts';

import { ApiError, inTime, send, sendForJson } from './send.ts';

/** Stores the key of the last request, with a hash of its body. */
export type KeyStorage = typeof lastKey & {
  /** Whether the key stays after a result. The same request then gets the same result again. */
  readonly keepsAnswered: boolean;
};

/** The key of the last generation, which outlives a reload of the tab. */
export const tabKey: KeyStorage = { ...lastKey, keepsAnswered: true };

/** Returns the stored key if the last request had this body; null if it had another one. */
export function storedKey(body: unknown, storage: KeyStorage): string | null {
  const [key = '', hash] = storage.read()?.split(' ') ?? [];
  return hash === hashOf(JSON.stringify(body)) ? key : null;
}

/** Returns a new key. Stores it for this body. */
export function createKey(body: unknown, storage: KeyStorage): string {
  const key = newId();
  storage.write(`${key} ${hashOf(JSON.stringify(body))}`);
  return key;
}

/** Does nothing if another key is stored: after a stop, the next request may already have stored its own. */
export function forgetKey(key: string, storage: KeyStorage): void {
  if (storage.read()?.startsWith(`${key} `) === true) storage.forget();
}

/** Creates a storage in memory, which keeps a key only until its request is answered. */
export function createKeyStorage(): KeyStorage {
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

export type OrderedRequest = {
  readonly content: string;
  readonly linkIds: readonly string[];
  /** What the user wishes of the style, as typed. May be empty. */
  readonly instructions: string;
  readonly relinks: readonly AcceptedRelink[];
};

const path = './api/generations';
const fallback = 'generation-failed';

/** Returns the instructions as a request has them; undefined if there are none. */
export function sentInstructions(instructions: string): string | undefined {
  return instructions.trim() === '' ? undefined : instructions.trim();
}

/** Returns an order as it is sent. Fields without a value are not sent, so that the keys of earlier requests hold. */
export function sentOrder({ content, linkIds, instructions, relinks }: OrderedRequest) {
  return {
    content,
    linkIds: [...linkIds],
    instructions: sentInstructions(instructions),
    relinks: relinks.length === 0 ? undefined : [...relinks],
  };
}

/** The stored key belongs to exactly this body, with its fields in this order. */
function keyOf(request: OrderedRequest): string | null {
  return storedKey(sentOrder(request), tabKey);
}

/** In milliseconds. */
const answerTime = 5000;

/**
 * Asks what has become of the generation that this tab has ordered with this request. This keeps a running
 * generation alive for a while. Returns 'lost' if this tab has ordered none, and null if the server gives no answer.
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
 * Ends the generation that this tab has ordered with this request, if there is one. A duplicated tab has the key of the
 * original tab, and does not end a generation that the original tab watches.
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

/**
 * Tells the other tabs, until the work has ended, that this tab watches the generation of the key. Returns the work.
 */
export function watched<T>(key: string, work: Promise<T>): Promise<T> {
  const ended = work.catch(() => {});
  locks?.request(lockOf(key), { mode: 'shared' }, () => ended).catch(() => {});
  return work;
}

/**
 * Ends the generation of a key, even if the page closes now. If the network fails, the server itself ends it a little
 * later.
 */
export function endGeneration(key: string): void {
  const headers = { 'idempotency-key': key };
  send({ method: 'DELETE', path, headers, keepalive: true, fallback }).catch(() => {});
}
