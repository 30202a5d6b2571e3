import type { GenerationEvent } from '#contract/generations.ts';
import type { VersionName } from '#core/edits/version.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';

import { ApiError, type Failure } from './send.ts';
import type { Writer } from './writer.ts';

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
