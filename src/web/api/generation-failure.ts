import type { FinishedGeneration } from '#core/generation/finished-generation.ts';

import { ApiError, type Failure } from './send.ts';

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
