import type { ModelPiece } from '#core/generation/generation.ts';
import type { CompletionRequest } from '#core/generation/writing-job.ts';

/** The port behind which a model stands. */
export type ChatModel = {
  /**
   * Yields what the model says as it arrives, its text in pieces of any size.
   * Throws a `ProblemError` that names what went wrong; ends the call upstream as soon as `signal` aborts.
   */
  write(request: CompletionRequest, signal: AbortSignal): AsyncIterable<ModelPiece>;
};
