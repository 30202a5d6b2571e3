import type { ModelPiece } from '#core/generation/model-piece.ts';
import type { CompletionRequest } from '#core/generation/writing-job.ts';
import type { ProviderSettings } from '#llm-client/provider-settings.ts';
import { writeCompletion } from '#llm-client/write-completion.ts';
import type { CompletionOptions } from '#llm-client/write-completion.ts';

import { createUndiciTransport } from './undici-transport.ts';

/** The port behind which a model stands. */
export type ChatModel = {
  /**
   * Yields what the model says as it arrives, its text in pieces of any size.
   * Throws a `ProblemError` that names what went wrong; ends the call upstream as soon as `signal` aborts.
   */
  write(request: CompletionRequest, signal: AbortSignal): AsyncIterable<ModelPiece>;
};

/** Any provider that speaks chat completions. */
export function createOpenAiModel(settings: ProviderSettings, options: CompletionOptions = {}): ChatModel {
  const provider = { settings, transport: createUndiciTransport() };
  return { write: (job, signal) => writeCompletion(provider, job, signal, options) };
}
