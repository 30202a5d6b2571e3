import type { ProblemCode } from '#core/errors/problem.ts';
import { newId } from '#web/lib/new-id.ts';

import { ApiError } from './api-error.ts';
import type { GenerationProgress } from './generation-events.ts';
import { forgetClick, lastClickName } from './last-key.ts';

type Ask = (key: string) => AsyncIterable<GenerationProgress>;
/** Where the key of the last click is kept, with what it asked for. */
export type ClickMemory = {
  read(): string | null;
  write(entry: string): void;
  forget(): void;
  /** Asked for once more after its answer, the same is answered by the same. */
  readonly keepsAnswered: boolean;
};

type Click = { readonly key: string; readonly isRemembered: boolean };

/** What a key is told whose call ended without an answer: it will never have one. */
const lost = new Set<string>(['generation-abandoned', 'generation-interrupted'] satisfies ProblemCode[]);
/** No word of the server: its call may still run, or have ended well. */
const unanswered = new Set<string>(['network-failed', 'generation-failed'] satisfies ProblemCode[]);

/**
 * Asks with the key of this click, which is that of the one before where that asked for the same and was neither
 * stopped nor refused: whatever broke on the way, nothing is paid for twice. A key from before whose call was lost is
 * replaced once.
 */
export async function* askAsClick(
  body: unknown,
  ask: Ask,
  memory: ClickMemory = tabMemory,
): AsyncGenerator<GenerationProgress, void, undefined> {
  const hash = hashOf(JSON.stringify(body));
  let isKept = false;
  try {
    for await (const event of askAgain(recall(hash, memory) ?? remember(hash, memory), hash, ask, memory)) {
      isKept ||= event.type === 'result' && memory.keepsAnswered;
      yield event;
    }
  } catch (failure) {
    isKept = failure instanceof ApiError && unanswered.has(failure.code);
    throw failure;
  } finally {
    if (!isKept) memory.forget();
  }
}

async function* askAgain({ key, isRemembered }: Click, hash: string, ask: Ask, memory: ClickMemory) {
  let hasBegun = false;
  try {
    for await (const event of ask(key)) {
      hasBegun = true;
      yield event;
    }
  } catch (failure) {
    const isLost = failure instanceof ApiError && lost.has(failure.code);
    if (!isLost || !isRemembered || hasBegun) throw failure;
    yield* ask(remember(hash, memory).key);
  }
}

function recall(hash: string, memory: ClickMemory): Click | null {
  const [key = '', of] = memory.read()?.split(' ') ?? [];
  return of === hash ? { key, isRemembered: true } : null;
}

function remember(hash: string, memory: ClickMemory): Click {
  const key = newId();
  memory.write(`${key} ${hash}`);
  return { key, isRemembered: false };
}

/** Outlives a page that is loaded anew. Where storage is blocked or full, each press is one of its own. */
const tabMemory: ClickMemory = {
  keepsAnswered: true,
  read() {
    try {
      return sessionStorage.getItem(lastClickName);
    } catch {
      return null;
    }
  },
  write(entry) {
    try {
      sessionStorage.setItem(lastClickName, entry);
    } catch {
      // Nothing is remembered.
    }
  },
  forget: forgetClick,
};

/** Remembers a click for as long as nobody has answered it: the next one after an answer is another. */
export function createPageMemory(): ClickMemory {
  let entry: string | null = null;
  return {
    keepsAnswered: false,
    read: () => entry,
    write(next) {
      entry = next;
    },
    forget() {
      entry = null;
    },
  };
}

/** Two of 32 bits: `crypto.subtle` is not there for pages that are not served securely. */
function hashOf(text: string): string {
  let [one, two] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at += 1) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193);
    two = Math.imul(two ^ text.charCodeAt(at), 0x5bd1e995) ^ (two >>> 15);
  }
  return `${text.length}-${(one >>> 0).toString(36)}-${(two >>> 0).toString(36)}`;
}
