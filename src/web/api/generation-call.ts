import type * as z from 'zod/mini';

import type { GenerationEvent, generationRequestSchema } from '#contract/generations.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Protocol, WritingTerms } from '#core/generation/writing-job.ts';
import { largestContent } from '#core/limits/content-limit.ts';
import { findModel, limitsOf } from '#core/limits/known-models.ts';
import type { Link } from '#core/links/link.ts';
import type { ProviderSettings } from '#llm-client/provider-hosts.ts';

/** A provider that the visitor calls with a key of their own. */
export type OwnProvider = Pick<ProviderSettings, 'baseUrl' | 'apiKey' | 'model'>;

/**
 * Who writes a generation: the server's model, the server's built-in writer, or the visitor's own provider. 'earlier':
 * this tab has asked the server's model before a reload, and does not ask again.
 */
export type Writer =
  | { readonly kind: 'server' | 'earlier' | 'built-in' }
  | {
      readonly kind: 'own';
      readonly provider: OwnProvider;
      readonly protocol: Protocol;
      /** Returns the links with these ids that still exist, in the order of the ids. */
      readonly findLinks: (ids: readonly string[]) => Promise<readonly Link[]>;
    };

export type GenerationRequest = Omit<z.infer<typeof generationRequestSchema>, 'writer'>;

/** An event of a running generation: a version begins, gets an edit, or ends. */
export type VersionEvent = Exclude<GenerationEvent, { type: 'problem' | 'result' }>;

export type GenerateOptions = {
  readonly signal: AbortSignal;
  readonly onEvent: (event: VersionEvent) => void;
};

/**
 * Requests three versions of a writer. Calls `onEvent` while they are written, and returns the finished generation.
 * When the signal aborts, the calls end, including the call to the provider. Throws an `ApiError`, or the abort's own
 * error.
 */
export type Generate = (
  writer: Writer,
  request: GenerationRequest,
  options: GenerateOptions,
) => Promise<FinishedGeneration>;

/** Makes a proof of work for each request that needs one. */
export type ProofSource = {
  /** Whether the server required a proof when the page was opened. It may require one later. */
  readonly isRequired: boolean;
  readonly take: (signal: AbortSignal) => Promise<string>;
};

/** Returns the terms of a visitor's own provider: only the model limits the text, and the price is its list price. */
export function ownTerms(model: string, protocol: Protocol): WritingTerms {
  return {
    protocol,
    maxContentChars: largestContent,
    model: limitsOf(model, { contextWindow: null, outputLimit: null }),
    price: findModel(model)?.price ?? null,
  };
}
