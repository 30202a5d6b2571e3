import type { CompletionRequest } from '#core/generation/writing-job.ts';

import type { Parameter } from './parameter.ts';
import type { ProviderSettings } from './provider-settings.ts';

/** OpenAI's models that think first want the newer name; elsewhere the older one is the one that all understand. */
const wantsNewName = /^(?:o\d|gpt-[5-9])(?![a-z])/u;

/** The payload of a chat completion: one system message and one user message, nothing else of the visitor's. */
export function requestBody(
  { model, temperature }: ProviderSettings,
  request: CompletionRequest,
  refused: ReadonlySet<Parameter>,
): Readonly<Record<string, unknown>> {
  const isStreamed = !refused.has('stream');
  return {
    model,
    ...(!refused.has('temperature') && { temperature }),
    ...(isStreamed && { stream: true }),
    ...(isStreamed && !refused.has('stream_options') && { stream_options: { include_usage: true } }),
    ...(request.maxOutputTokens !== null && { [limitName(model, refused)]: request.maxOutputTokens }),
    messages: [
      { role: 'system', content: request.prompt.system },
      { role: 'user', content: request.prompt.user },
    ],
  };
}

/** A limit under one name or the other, never none: it is what keeps an answer from costing more than was allowed. */
function limitName(model: string, refused: ReadonlySet<Parameter>): Parameter {
  if (refused.has('max_tokens')) return 'max_completion_tokens';
  if (refused.has('max_completion_tokens')) return 'max_tokens';
  return wantsNewName.test(model) ? 'max_completion_tokens' : 'max_tokens';
}
