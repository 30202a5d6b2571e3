import type { WritingTerms } from '#core/generation/writing-job.ts';
import { largestContent } from '#core/limits/content-limit.ts';
import { findModel, limitsOf } from '#core/limits/model-limits.ts';
import type { Protocol } from '#core/limits/protocol.ts';

/** The visitor pays: only the model bounds what is written, and its list price is what it costs as far as we know. */
export function ownTerms(model: string, protocol: Protocol): WritingTerms {
  return {
    protocol,
    maxContentChars: largestContent,
    model: limitsOf(model, { contextWindow: null, outputLimit: null }),
    price: findModel(model)?.price ?? null,
  };
}
