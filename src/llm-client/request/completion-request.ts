import { ProblemError, type ProblemCode } from '#core/errors/problem-messages.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';

import { findModels, listOfModels } from './available-models.ts';
import {
  codeOfAnswer,
  describeProviderError,
  readProviderError,
  type ProviderError,
} from '#llm-client/errors/provider-error.ts';
import { refusedParameter, type Parameter } from './refused-parameter.ts';
import type { ProviderSettings, Transport, TransportAnswer } from './transport.ts';
import { messageOfWait, readWait, retryDelay, type CallFailure } from './waits.ts';

/** OpenAI's reasoning models need the newer name. All other providers understand the older one. */
const wantsNewName = /^(?:o\d|gpt-[5-9])(?![a-z])/u;

/**
 * Returns one system message and one user message, and nothing else about the visitor. A model without a system role
 * gets both in one.
 */
function requestBody(
  { model, temperature, isThinkingOff = false }: ProviderSettings,
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
    // Ollama, LM Studio and llama.cpp read the first of these. Older ones of llama.cpp read only the last.
    ...(isThinkingOff && !refused.has('reasoning_effort') && { reasoning_effort: 'none' }),
    ...(isThinkingOff && !refused.has('think') && { think: false }),
    ...(isThinkingOff &&
      !refused.has('chat_template_kwargs') && { chat_template_kwargs: { enable_thinking: false } }),
    messages: refused.has('system')
      ? [{ role: 'user', content: `${request.prompt.system}\n\n${request.prompt.user}` }]
      : [
          { role: 'system', content: request.prompt.system },
          { role: 'user', content: request.prompt.user },
        ],
  };
}

/** A limit is never left out, because the answer could cost more than is allowed. */
function limitName(model: string, refused: ReadonlySet<Parameter>): Parameter {
  if (refused.has('max_tokens')) return 'max_completion_tokens';
  if (refused.has('max_completion_tokens')) return 'max_tokens';
  return wantsNewName.test(model) ? 'max_completion_tokens' : 'max_tokens';
}

const completionPath = '/chat/completions';
const modelsPath = '/models';
/** The host names of Azure OpenAI. Behind another name, the query `api-version` identifies it. */
const azureHost = /\.(?:openai|cognitiveservices|services\.ai)\.azure\.(?:com|us|cn)$/u;

/** Returns the address for chat completions. A base URL may end in slashes, in a query, or with the whole path. */
function completionUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.hash = '';
  const path = url.pathname.replace(/\/+$/u, '');
  url.pathname = path.endsWith(completionPath) ? path : `${path}${completionPath}`;
  return url.href;
}

/** Returns the address of the list of models. */
function modelsUrl(baseUrl: string): string {
  const url = new URL(completionUrl(baseUrl));
  url.pathname = url.pathname.slice(0, -completionPath.length) + modelsPath;
  return url.href;
}

/** Returns the headers that a provider needs: the key under the expected name, if there is a key. */
function providerHeaders(baseUrl: string, apiKey: string | null): Readonly<Record<string, string>> {
  const { hostname, searchParams } = new URL(baseUrl);
  const isAzure = azureHost.test(hostname) || searchParams.has('api-version');
  return {
    ...(apiKey !== null && (isAzure ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` })),
    // Without this header, Anthropic does not answer web pages. A browser asks the provider about each header, and
    // some accept only the usual ones, so no other provider gets it.
    ...(hostname === 'api.anthropic.com' && { 'anthropic-dangerous-direct-browser-access': 'true' }),
  };
}

/** The refused parameters by model and base URL, as long as the process or the page lives. */
const rememberedRefusals = new Map<string, ReadonlySet<Parameter>>();

const otherName: Partial<Record<Parameter, Parameter>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
};

/** The parameters that a model refuses, as far as one call knows. */
export type ParameterSupport = {
  readonly refused: ReadonlySet<Parameter>;
  /** Records a refusal. Returns false if this call has recorded it already: then another request is useless. */
  record(parameter: Parameter): boolean;
  /** Keeps the refusals for all further calls. Call it when the model has accepted the other parameters. */
  keep(): void;
};

/** Returns which parameters a model is known to refuse when a call begins. */
export function parameterSupportOf({ baseUrl, model }: ProviderSettings): ParameterSupport {
  const name = `${model}\n${baseUrl}`;
  const refused = new Set(rememberedRefusals.get(name));
  const recorded = new Set<Parameter>();
  return {
    refused,
    record(parameter) {
      if (recorded.has(parameter)) return false;
      recorded.add(parameter);
      const other = otherName[parameter];
      if (other !== undefined) refused.delete(other);
      refused.add(parameter);
      return true;
    },
    keep() {
      if (recorded.size > 0) rememberedRefusals.set(name, refused);
    },
  };
}

/** A failed call that may be tried again. */
type FailedCall = Omit<CallFailure, 'retries'> & { readonly problem: ProblemError };

type CompletionCall = {
  readonly settings: ProviderSettings;
  readonly transport: Transport;
  /** For requests that are no completions. */
  readonly plainTransport: Transport;
  /** How long a list of models may take, in milliseconds. */
  readonly listMs: number;
  readonly request: CompletionRequest;
  readonly support: ParameterSupport;
  /** Aborted when the user leaves, the reader stops or the time for the call is over. */
  readonly signal: AbortSignal;
};

/** Failures that do not pass with time, whatever their status. */
const lastingProblems = new Set<ProblemCode>([
  'provider-quota',
  'provider-day-limit',
  'provider-context-exceeded',
]);

/** Asks for one chat completion, with the retries that `retryDelay` allows, until a reply begins. */
export async function requestCompletion(
  call: CompletionCall,
  random: () => number,
): Promise<TransportAnswer> {
  const { request, signal } = call;
  for (let retries = 0; ; retries += 1) {
    const result = await callCompletion(call);
    if ('body' in result) return result;
    const { problem, ...failure } = result;
    const isLast = signal.aborted || request.purpose === 'repair' || lastingProblems.has(problem.code);
    const delay = isLast ? null : retryDelay({ retries, ...failure }, random);
    if (delay === null) throw problem;
    await pause(delay, signal);
  }
}

/** Waits. Throws as soon as the call ends. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(new Error('The call has ended.', { cause: signal.reason }));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}

/**
 * Asks for one chat completion. If the model says that it does not support a parameter, asks again without it. Throws
 * when the call was ended, and when its answer cannot be read.
 */
async function callCompletion(call: CompletionCall): Promise<TransportAnswer | FailedCall> {
  const { settings, transport, request, support, signal } = call;
  const url = completionUrl(settings.baseUrl);
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    ...providerHeaders(settings.baseUrl, settings.apiKey),
  };
  try {
    for (;;) {
      const body = requestBody(settings, request, support.refused);
      const answer = await transport({ url, headers, body: JSON.stringify(body), signal });
      if (answer.status === 200) {
        support.keep();
        return answer;
      }
      const error = readProviderError(await readErrorBody(answer));
      const refused = refusedParameter({ status: answer.status, error }, body);
      if (refused === null || !support.record(refused)) return await failureOf(call, answer, error);
    }
  } catch (cause) {
    if (signal.aborted || cause instanceof ProblemError) throw cause;
    return { problem: new ProblemError('provider-unreachable', { cause }), status: null, retryAfterMs: null };
  }
}

async function failureOf(
  call: CompletionCall,
  { status, header }: TransportAnswer,
  error: ProviderError | null,
): Promise<FailedCall> {
  const isOwn = call.settings.isOwn ?? false;
  const { code, models } = await explain(call, codeOfAnswer(status, error), status);
  const hint = models === null ? hintFor(code) : ` It has these models: ${listOfModels(models)}.`;
  const cause = `The provider answered with status ${status} (${describeProviderError(error)}).${hint}`;
  const retryAfterMs = readWait(header, error);
  const retryAfterSeconds = retryAfterMs === null ? null : Math.ceil(retryAfterMs / 1000);
  const detail =
    isOwn && models !== null && models.length > 0
      ? `The AI provider doesn’t have the model “${call.settings.model}”. It has these: “${listOfModels(models)}” Please choose one of them.`
      : messageOfWait(code, retryAfterSeconds, isOwn);
  return { problem: new ProblemError(code, { cause, detail, retryAfterSeconds }), status, retryAfterMs };
}

/** What an operator can check, for the log. */
function hintFor(code: ProblemCode): string {
  return code === 'provider-address' ? ' OPENAI_BASE_URL is wrong: most end in /v1.' : '';
}

/**
 * Status 404 may mean the address or the model. If the provider lists its models at the address, without the wanted one,
 * it is the model. The models are null if they explain nothing.
 */
async function explain(
  { settings, plainTransport: transport, signal, listMs: limitMs }: CompletionCall,
  code: ProblemCode,
  status: number,
): Promise<{ readonly code: ProblemCode; readonly models: readonly string[] | null }> {
  if (code !== 'provider-model-missing' && (code !== 'provider-address' || status !== 404))
    return { code, models: null };
  const url = modelsUrl(settings.baseUrl);
  const headers = { accept: 'application/json', ...providerHeaders(settings.baseUrl, settings.apiKey) };
  const models = await findModels({ settings, transport, url, headers, signal, limitMs });
  if (models === null || models.includes(settings.model)) return { code, models: null };
  return { code: 'provider-model-missing', models };
}

const errorBodyLimit = 64 * 1024;
const errorBodyMs = 5000;

/** Reads the short body of a failure: as JSON, or as a sentence. Returns null for a page, and if it does not arrive. */
async function readErrorBody(answer: TransportAnswer): Promise<unknown> {
  const timer = setTimeout(() => answer.discard(), errorBodyMs);
  const utf8 = new TextDecoder();
  let text = '';
  let length = 0;
  try {
    for await (const chunk of answer.body) {
      length += chunk.length;
      if (length > errorBodyLimit) return null;
      text += utf8.decode(chunk, { stream: true });
    }
    return parseBody(text + utf8.decode());
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    answer.discard();
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.trimStart().startsWith('<') ? null : text;
  }
}
