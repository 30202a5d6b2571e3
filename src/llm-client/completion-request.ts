import type { CompletionRequest } from '#core/generation/writing-job.ts';

import type { ProviderError } from './provider-error.ts';

/** Which provider is called, and how. */
export type ProviderSettings = {
  /** Without a slash at the end, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Null for providers that need none. */
  readonly apiKey: string | null;
  readonly model: string;
  readonly temperature: number;
};

/** Parameters of a request besides the model and the messages. Some models refuse one of them. */
export type Parameter = 'temperature' | 'stream' | 'stream_options' | 'max_tokens' | 'max_completion_tokens';

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
 * Returns the name of the output limit. A limit is never left out, because the answer could cost more than is allowed.
 */
function limitName(model: string, refused: ReadonlySet<Parameter>): Parameter {
  if (refused.has('max_tokens')) return 'max_completion_tokens';
  if (refused.has('max_completion_tokens')) return 'max_tokens';
  return wantsNewName.test(model) ? 'max_completion_tokens' : 'max_tokens';
}

const completionPath = '/chat/completions';
/** The host names of Azure OpenAI. Behind another name, the query `api-version` identifies it. */
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
    // Without this header, Anthropic does not answer web pages.
    ...(hostname === 'api.anthropic.com' && { 'anthropic-dangerous-direct-browser-access': 'true' }),
  };
}

/** The parameters that one model refuses. */
export type ParameterSupport = ReturnType<typeof parameterSupportOf>;

/** The refused parameters by model and base URL, as long as the process or the page lives. */
const kept = new Map<string, ReadonlySet<Parameter>>();

const otherName: Partial<Record<Parameter, Parameter>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
};

/** Returns which parameters a model is known to refuse when a call begins. */
export function parameterSupportOf({ baseUrl, model }: ProviderSettings) {
  const name = `${model}\n${baseUrl}`;
  const refused = new Set(kept.get(name));
  const noted = new Set<Parameter>();
  return {
    refused,
    /** Notes a refusal. Returns false if this call has noted it before, so that asking again is useless. */
    note(parameter: Parameter): boolean {
      if (noted.has(parameter)) return false;
      noted.add(parameter);
      const other = otherName[parameter];
      if (other !== undefined) refused.delete(other);
      refused.add(parameter);
      return true;
    },
    /** Remembers the refusals for all further calls, because the model has accepted the rest. */
    keep(): void {
      if (noted.size > 0) kept.set(name, refused);
    },
  };
}

const parameterOfName = new Map<string, Parameter>([
  ['temperature', 'temperature'],
  ['stream', 'stream'],
  ['stream_options', 'stream_options'],
  ['include_usage', 'stream_options'],
  ['max_tokens', 'max_tokens'],
  ['max_completion_tokens', 'max_completion_tokens'],
]);

/** `stream` is also an ordinary word, so it counts only in quotes. */
const names =
  /\b(?:temperature|stream_options|include_usage|max_tokens|max_completion_tokens)\b|['"`]stream['"`]/giu;
const wordsOfRefusal =
  /support|permitted|allowed|accepted|forbidden|extra|unrecogni[sz]ed|unknown|unexpected|deprecated/iu;
const wordsOfValue = /invalid|must|should/iu;
/** A number that is too large is not a refusal of its parameter. */
const wordsOfSize = /too (?:large|high|big)|at most|less than|exceed|greater|maximum|range|between|[<>≤]/iu;
/** The rest of a message may repeat the request, and with it the words of a visitor. */
const messageLength = 500;

/**
 * Returns the parameter that the answer says is not supported, or null for every other error. Providers name it in
 * `param`, or somewhere in their message.
 *
 * @param sent the body of the request, with its parameters by name
 */
export function refusedParameter(
  { status, error }: { readonly status: number; readonly error: ProviderError | null },
  sent: Readonly<Record<string, unknown>>,
): Parameter | null {
  if (error === null || (status !== 400 && status !== 422)) return null;
  const message = error.message.slice(0, messageLength);
  const parameter =
    error.param === null
      ? namedIn(message, sent)
      : parameterOfName.get(error.param.split(/[.[]/u, 1)[0] ?? '');
  if (parameter === undefined || !(parameter in sent)) return null;
  return parameter.startsWith('max_') && !isOfName(`${error.code} ${message}`) ? null : parameter;
}

/** Whether the name is refused, and not only the number. Many providers ignore a limit under the other name. */
function isOfName(words: string): boolean {
  return wordsOfRefusal.test(words) && !wordsOfSize.test(words);
}

function namedIn(message: string, sent: Readonly<Record<string, unknown>>): Parameter | undefined {
  if (!wordsOfRefusal.test(message) && !wordsOfValue.test(message)) return undefined;
  return [...message.matchAll(names)]
    .map(([name]) => parameterOfName.get(name.replace(/\W/gu, '').toLowerCase()))
    .find((parameter) => parameter !== undefined && parameter in sent);
}
