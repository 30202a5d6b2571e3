import type { CompletionRequest } from '#core/generation/writing-job.ts';

import type { Parameter } from './parameter-support.ts';

/** Which provider is called, and how. */
export type ProviderSettings = {
  /** Without a slash at the end, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Null for providers that need none. */
  readonly apiKey: string | null;
  readonly model: string;
  readonly temperature: number;
};

/** OpenAI's reasoning models need the newer name. All other providers understand the older one. */
const wantsNewName = /^(?:o\d|gpt-[5-9])(?![a-z])/u;

/**
 * Returns the body of a chat completion: one system message and one user message, and nothing else about the
 * visitor.
 */
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

/**
 * Returns the name of the output limit. There is always one: it keeps an answer from costing more than is allowed.
 */
function limitName(model: string, refused: ReadonlySet<Parameter>): Parameter {
  if (refused.has('max_tokens')) return 'max_completion_tokens';
  if (refused.has('max_completion_tokens')) return 'max_tokens';
  return wantsNewName.test(model) ? 'max_completion_tokens' : 'max_tokens';
}

const completionPath = '/chat/completions';
/** Azure OpenAI under its own host names. Behind another name, its `api-version` query identifies it. */
const azureHost = /\.(?:openai|cognitiveservices|services\.ai)\.azure\.(?:com|us|cn)$/u;

/** Returns the address for chat completions. A base URL may end in slashes, in a query, or with the whole path. */
export function completionUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.hash = '';
  const path = url.pathname.replace(/\/+$/u, '');
  url.pathname = path.endsWith(completionPath) ? path : `${path}${completionPath}`;
  return url.href;
}

/** Returns the headers that a provider needs: the key under the expected name, if there is a key. */
export function providerHeaders(baseUrl: string, apiKey: string | null): Readonly<Record<string, string>> {
  const { hostname, searchParams } = new URL(baseUrl);
  const isAzure = azureHost.test(hostname) || searchParams.has('api-version');
  return {
    ...(apiKey !== null && (isAzure ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` })),
    // Without this header, Anthropic does not answer web pages, whatever the key.
    ...(hostname === 'api.anthropic.com' && { 'anthropic-dangerous-direct-browser-access': 'true' }),
  };
}
