import type { Protocol, WritingTerms } from '#core/generation/writing-job.ts';
import { largestContent } from '#core/limits/content-limit.ts';
import { findModel, limitsOf } from '#core/limits/known-models.ts';

/** Returns the terms of a visitor's own provider: only the model limits the text, and the price is its list price. */
export function ownTerms(model: string, protocol: Protocol): WritingTerms {
  return {
    protocol,
    maxContentChars: largestContent,
    model: limitsOf(model, { contextWindow: null, outputLimit: null }),
    price: findModel(model)?.price ?? null,
  };
}
