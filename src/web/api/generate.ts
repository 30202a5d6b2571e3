import type { FinishedGeneration } from '#core/generation/finished-generation.ts';

import {
  generateByServer,
  type Generate,
  type GenerateOptions,
  type GenerationRequest,
  type Writer,
} from './generations-api.ts';
import { createKeyStorage, tabKey } from './idempotency-key.ts';
import { loaded } from './send.ts';

/**
 * The server ends a stopped generation within this time, in milliseconds. A later refusal is about another generation.
 */
const settlingTime = 30_000;
/**
 * Returns the function that requests a generation. Call it once, because it remembers stopped requests for the next
 * one. The writer 'earlier' requests the generation that this tab ordered from the server's model before a reload, and
 * starts none.
 */
export function createGenerate(): Generate {
  /** Weaving a link again uses its own key, so that it never replaces the key of the last generation. */
  const againKeys = createKeyStorage();
  /** Until when the server may still run a generation that was stopped here, by the clock of `performance`. */
  let settledAt = 0;

  return async (by, request, options) => {
    const { signal } = options;
    if (by.kind === 'own' || by.kind === 'browser') return generateHere(by, request, options);
    const keys = request.only === undefined ? tabKey : againKeys;
    // The next request may follow a stop at once. It must not have the key of the stopped request.
    const onStop = () => {
      keys.forget();
      settledAt = performance.now() + settlingTime;
    };
    signal.addEventListener('abort', onStop);
    try {
      return await generateByServer(by.kind, request, options, {
        keys,
        isSettled: () => performance.now() >= settledAt,
      });
    } finally {
      signal.removeEventListener('abort', onStop);
    }
  };
}

/** Generates in the page, with a model that the server does not know. */
async function generateHere(
  by: Extract<Writer, { kind: 'own' | 'browser' }>,
  request: GenerationRequest,
  options: GenerateOptions,
): Promise<FinishedGeneration> {
  if (by.kind === 'own') {
    const { generateByOwnKey } = await loaded(import('./own-generation.ts'));
    options.signal.throwIfAborted();
    return generateByOwnKey(by, request, options);
  }
  const { generateByBrowser } = await loaded(import('./browser-generation.ts'));
  options.signal.throwIfAborted();
  return generateByBrowser(by, request, options);
}
