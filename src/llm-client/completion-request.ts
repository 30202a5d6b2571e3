import type { CompletionRequest } from '#core/generation/writing-job.ts';

import type { Parameter } from './parameter-support.ts';

/** Which provider is asked, and how. */
export type ProviderSettings = {
  /** Without a slash at the end, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Null for providers that want none. */
  readonly apiKey: string | null;
  readonly model: string;
  readonly temperature: number;
};

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

const completionPath = '/chat/completions';
/** Azure OpenAI under its own names; behind another name it is known by the query that it asks for. */
const azureHost = /\.(?:openai|cognitiveservices|services\.ai)\.azure\.(?:com|us|cn)$/u;

/** Where chat completions are asked for: a base URL may end in slashes, a query, or the whole path already. */
export function completionUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.hash = '';
  const path = url.pathname.replace(/\/+$/u, '');
  url.pathname = path.endsWith(completionPath) ? path : `${path}${completionPath}`;
  return url.href;
}

/** What a provider wants beside the body: the key under the name that it looks for, and none where there is none. */
export function providerHeaders(baseUrl: string, apiKey: string | null): Readonly<Record<string, string>> {
  const { hostname, searchParams } = new URL(baseUrl);
  const isAzure = azureHost.test(hostname) || searchParams.has('api-version');
  return {
    ...(apiKey !== null && (isAzure ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` })),
    // Without it a page gets no answer there, with whatever key.
    ...(hostname === 'api.anthropic.com' && { 'anthropic-dangerous-direct-browser-access': 'true' }),
  };
}
