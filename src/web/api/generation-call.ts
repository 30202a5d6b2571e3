import type { GenerationEvent } from '#contract/generations.ts';
import type { VersionName } from '#core/edits/version.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Protocol } from '#core/generation/writing-job.ts';
import type { Link } from '#core/links/link.ts';
import type { ProviderSettings } from '#llm-client/provider-hosts.ts';

import { ApiError, type Failure } from './send.ts';

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

export type GenerationRequest = {
  readonly content: string;
  readonly linkIds: readonly string[];
  /** What the user wishes of the style. Missing: nothing. */
  readonly instructions?: string | undefined;
  /** Weaves the links again into this version only, with none of these wordings. */
  readonly only?: { readonly version: VersionName; readonly avoid: readonly string[] };
};

/** An event of a running generation: a version begins, gets an edit, or ends. */
export type VersionEvent = Exclude<GenerationEvent, { type: 'problem' | 'result' }>;

export type GenerateOptions = {
  readonly signal: AbortSignal;
  readonly onEvent: (event: VersionEvent) => void;
};

/**
 * Requests three versions of a writer. Calls `onEvent` while they are written, and returns the finished generation.
 * Aborting the signal ends the call up to the provider. Throws an `ApiError`, or the abort's own error.
 */
export type Generate = (
  writer: Writer,
  request: GenerationRequest,
  options: GenerateOptions,
) => Promise<FinishedGeneration>;

/** Gives a proof of work for each request that needs one. */
export type ProofSource = {
  /** Whether the server required a proof when the page was opened. It may require one later. */
  readonly isRequired: boolean;
  readonly take: (signal: AbortSignal) => Promise<string>;
};

/** The failure of a generation. */
export class GenerationFailure extends ApiError {
  /** The versions that it had finished before it failed; null if there are none. */
  readonly generation: FinishedGeneration | null;

  constructor(
    { generation, ...failure }: Failure & { readonly generation?: FinishedGeneration | undefined },
    options?: ErrorOptions,
  ) {
    super(failure, options);
    this.generation = generation ?? null;
  }
}
