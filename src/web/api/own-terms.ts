import type { Protocol, WritingTerms } from '#core/limits/terms.ts';
import { largestContent } from '#core/limits/content-limit.ts';
import {
  assumedContextWindow,
  findModel,
  limitsOf,
  localWindow,
  protocolFor,
} from '#core/limits/known-models.ts';
import { isOnThisDevice } from '#llm-client/request/provider-hosts.ts';

import type { OwnProvider } from './generations-api.ts';

/**
 * Returns the terms of a visitor's own provider: only the model limits the text, and the price is its list price.
 * @param protocol what the operator has set. Null: the size of the model decides.
 */
export function ownTerms(
  { baseUrl, model, contextWindow }: Pick<OwnProvider, 'baseUrl' | 'model' | 'contextWindow'>,
  protocol: Protocol | null,
): WritingTerms {
  const isLocal = isOnThisDevice(baseUrl);
  const known = findModel(model);
  const assumed = isLocal && known === null ? localWindow : null;
  const set = limitsOf(model, { contextWindow: contextWindow ?? assumed, outputLimit: null });
  // A model on this device is asked not to think (`own-generation.ts`).
  const limits = { ...set, reasons: set.reasons && !isLocal };
  return {
    protocol: protocol ?? protocolFor(model, limits),
    maxContentChars: largestContent,
    model: limits,
    price: known?.price ?? null,
  };
}

/** The smallest window of a browser's model that is known. In tokens. */
const smallestWindow = 4_096;

/** Returns the terms of the browser's own model, which is small and free. */
export function browserTerms(contextWindow = smallestWindow): WritingTerms {
  const window = Math.min(contextWindow, assumedContextWindow);
  return {
    protocol: 'sentences',
    maxContentChars: largestContent,
    model: { contextWindow: window, outputLimit: null, reasons: false, tokenizer: 'narrow' },
    price: null,
  };
}
