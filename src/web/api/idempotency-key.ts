import type { ProblemCode } from '#core/errors/problem-messages.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { newId } from '#web/lib/new-id.ts';

import type { VersionEvent } from './generations-api.ts';
import { forgetLastKey, inTabStorage, lastKeyName } from './last-key.ts';
import { ApiError } from './send.ts';

type OnEvent = (event: VersionEvent) => void;
/** Sends one request with this key. */
type SendWithKey = (key: string, onEvent: OnEvent) => Promise<FinishedGeneration>;

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
  send: SendWithKey,
  onEvent: OnEvent,
  storage: KeyStorage = tabStorage,
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
    const generation = await send(stored ?? createKey(hash, storage), note).catch((failure: unknown) => {
      const isLost = failure instanceof ApiError && lost.has(failure.code);
      if (!isLost || stored === null || hasBegun) throw failure;
      return send(createKey(hash, storage), onEvent);
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

/** Survives a reload of the page. If storage is blocked or full, each request gets a new key. */
const tabStorage: KeyStorage = {
  keepsAnswered: true,
  read: () => inTabStorage((storage) => storage.getItem(lastKeyName)),
  write: (entry) => void inTabStorage((storage) => storage.setItem(lastKeyName, entry)),
  forget: forgetLastKey,
};

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
