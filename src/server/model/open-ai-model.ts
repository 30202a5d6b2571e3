import type { ProviderSettings } from '#llm-client/completion-request.ts';
import type { CompletionOptions } from '#llm-client/write-completion.ts';
import { writeCompletion } from '#llm-client/write-completion.ts';
import type { ChatModel } from './chat-model.ts';

import { createUndiciTransport } from './undici-transport.ts';

/** Any provider that speaks chat completions. */
export function createOpenAiModel(settings: ProviderSettings, options: CompletionOptions = {}): ChatModel {
  const provider = { settings, transport: createUndiciTransport() };
  return { write: (job, signal) => writeCompletion(provider, job, signal, options) };
}
