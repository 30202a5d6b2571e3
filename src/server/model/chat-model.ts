import type { ModelPiece, CompletionRequest } from '#core/generation/writing-job.ts';
import type { ProviderSettings } from '#llm-client/completion-request.ts';
import { writeCompletion, type CompletionOptions } from '#llm-client/write-completion.ts';

import { createUndiciTransport } from './undici-transport.ts';

/** The interface of a model. */
export type ChatModel = {
  /**
   * Yields the answer of the model as it arrives, in pieces of any size. Throws a `ProblemError` with the code of the
   * failure. Ends the call as soon as `signal` aborts.
   */
  write(request: CompletionRequest, signal: AbortSignal): AsyncIterable<ModelPiece>;
};

/** Returns the model of a provider of chat completions. */
export function createOpenAiModel(settings: ProviderSettings, options: CompletionOptions = {}): ChatModel {
  const provider = { settings, transport: createUndiciTransport() };
  return { write: (job, signal) => writeCompletion(provider, job, signal, options) };
}
