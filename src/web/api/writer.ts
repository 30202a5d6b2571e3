import type { ProviderSettings } from '#llm-client/completion-request.ts';
import type { WritingTerms, Protocol } from '#core/generation/writing-job.ts';
import { largestContent } from '#core/limits/content-limit.ts';
import { findModel, limitsOf } from '#core/limits/known-models.ts';
import type { Link } from '#core/links/link.ts';

/** A provider that the visitor calls with a key of their own. */
export type OwnProvider = Pick<ProviderSettings, 'baseUrl' | 'apiKey' | 'model'>;

/**
 * Who writes a generation: the server's model, the server's built-in writer, or the visitor's own provider. 'earlier':
 * the server's model has been asked by this tab before a reload, and is not asked again.
 */
export type Writer =
  | { readonly kind: 'server' }
  | { readonly kind: 'earlier' }
  | { readonly kind: 'built-in' }
  | {
      readonly kind: 'own';
      readonly provider: OwnProvider;
      /** The form in which the provider is asked to answer. */
      readonly protocol: Protocol;
      /** Returns the links with these ids that still exist, in the order of the ids. */
      readonly findLinks: (ids: readonly string[]) => Promise<readonly Link[]>;
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
