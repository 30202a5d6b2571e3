import * as z from 'zod/mini';

import { problemMessages, type ProblemCode } from '#core/errors/problem-messages.ts';

/** What a provider says about its failure. It is never shown: a message may repeat the content or the key. */
export type ProviderError = {
  readonly code: string | null;
  readonly type: string | null;
  readonly param: string | null;
  readonly message: string;
};

const issueSchema = z.object({
  loc: z._default(z.array(z.union([z.string(), z.number()])), []),
  msg: z.string(),
});
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the failure in the body of an unsuccessful answer. Most providers send `{error: {message, type, code}}`. Some
 * send a sentence as the error, in `message` or in `detail`, some a list, and some a list of failed checks.
 */
export function readProviderError(body: unknown): ProviderError | null {
  const fields = fieldsOf(Array.isArray(body) ? body[0] : body);
  return fields === null ? null : (readReplyError(fields) ?? errorOf(fields));
}

/** Reads the failure in a body or an event with status 200. Returns null if it is not a failure. */
export function readReplyError(value: unknown): ProviderError | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  const { error } = fields;
  if (typeof error === 'string' && error !== '') return errorOf({ message: error });
  const nested = fieldsOf(error);
  if (nested !== null) return errorOf(nested);
  return fields['object'] === 'error' ? errorOf(fields) : null;
}

/** Describes a failure for the log by its names only, never by its message, which may repeat the content. */
export function describeProviderError(error: ProviderError | null): string {
  const names = (['code', 'type', 'param'] as const).flatMap((field) => {
    const name = error?.[field] ?? '';
    return /^[\w.[\]-]{1,64}$/u.test(name) ? `${field} ${name}` : [];
  });
  return names.join(', ') || 'no name';
}

function errorOf(fields: Fields): ProviderError {
  return {
    code: nameOf(fields['code']),
    type: nameOf(fields['type']),
    param: nameOf(fields['param']),
    message: messageOf(fields),
  };
}

function nameOf(value: unknown): string | null {
  const name = typeof value === 'number' ? String(value) : value;
  return typeof name === 'string' && name !== '' ? name : null;
}

function messageOf({ message, detail }: Fields): string {
  const said = [message, fieldsOf(message)?.['detail'], detail].flat();
  return said.map(sentenceOf).filter(Boolean).join('; ');
}

function sentenceOf(said: unknown): string {
  if (typeof said === 'string') return said;
  const issue = issueSchema.safeParse(said);
  return issue.success ? `${issue.data.loc.join('.')}: ${issue.data.msg}` : '';
}

function fieldsOf(value: unknown): Fields | null {
  return isFields(value) ? value : null;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Failures by the provider's name for them, in `code` or `type`. */
const codeOfName = new Map<string, ProblemCode>([
  ['context_length_exceeded', 'provider-context-exceeded'],
  ['exceed_context_size_error', 'provider-context-exceeded'],
  ['string_above_max_length', 'provider-context-exceeded'],
  ['request_too_large', 'provider-context-exceeded'],
  ['insufficient_quota', 'provider-quota'],
  ['exceeded_current_quota_error', 'provider-quota'],
  ['billing_hard_limit_reached', 'provider-quota'],
  ['billing_error', 'provider-quota'],
  ['content_filter', 'provider-filtered'],
  ['content_policy_violation', 'provider-filtered'],
  ['invalid_api_key', 'provider-unauthorized'],
  ['authentication_error', 'provider-unauthorized'],
  ['permission_error', 'provider-forbidden'],
  ['model_not_found', 'provider-model-missing'],
  ['rate_limit_exceeded', 'provider-rate-limited'],
  ['rate_limit_error', 'provider-rate-limited'],
  ['overloaded_error', 'provider-unavailable'],
]);

const codeOfWords: readonly (readonly [RegExp, ProblemCode])[] = [
  [
    /context (?:length|window|size)|maximum context|prompt is too long|^request too large/iu,
    'provider-context-exceeded',
  ],
  [/input token count.*exceeds/iu, 'provider-context-exceeded'],
  // The limit that we ask for grows with the content. If the limit of the model is unknown, our limit can be larger.
  [
    /max_?(?:completion_)?tokens\b.*(?:too large|range|at most|less than|maximum|should be)/iu,
    'provider-context-exceeded',
  ],
  [/(?:incorrect|invalid) api key|api key (?:not valid|not found|expired)/iu, 'provider-unauthorized'],
  [
    /not a valid model|model not exist|invalid model\b|model .{1,100} does not exist/iu,
    'provider-model-missing',
  ],
  [/credit balance is too low|insufficient (?:balance|credits|funds)/iu, 'provider-quota'],
];

const codeOfStatus = new Map<number, ProblemCode>([
  [401, 'provider-unauthorized'],
  [402, 'provider-quota'],
  [403, 'provider-forbidden'],
  [404, 'provider-model-missing'],
  // The base URL leads to something that takes no completions.
  [405, 'provider-reply-broken'],
  [408, 'provider-timeout'],
  [409, 'provider-unavailable'],
  [413, 'provider-context-exceeded'],
  [429, 'provider-rate-limited'],
  [504, 'provider-timeout'],
]);

/** Returns the problem that an answer with a status other than 200 stands for. */
export function codeOfAnswer(status: number, error: ProviderError | null): ProblemCode {
  const named = error === null ? null : codeOfError(error);
  if (named !== null) return named;
  const known = codeOfStatus.get(status);
  if (known !== undefined) return known;
  if (status >= 500) return 'provider-unavailable';
  if (status >= 400) return 'provider-refused-request';
  return status >= 300 ? 'provider-moved' : 'provider-reply-broken';
}

/** Returns the problem of a failure inside a reply. Its `code` may be an HTTP status. */
export function codeOfReplyError(error: ProviderError): ProblemCode {
  const status = Number(error.code);
  return status >= 400 && status < 600
    ? codeOfAnswer(status, error)
    : (codeOfError(error) ?? 'provider-unavailable');
}

function codeOfError({ code, type, message }: ProviderError): ProblemCode | null {
  const named = codeOfName.get(String(code)) ?? codeOfName.get(String(type));
  // "Request too large" has the name of a rate limit, but waiting does not help.
  if (named !== undefined && named !== 'provider-rate-limited') return named;
  return codeOfWords.find(([words]) => words.test(message))?.[1] ?? named ?? null;
}

const longestWait = 31 * 86_400_000;

/**
 * Returns how long `retry-after-ms` or `retry-after` (seconds or a date) asks to wait, in milliseconds. Returns null
 * if there is no such header, if its date is past, or if it asks for more than a month.
 */
export function readRetryAfter(
  header: (name: string) => string | null,
  now: number = Date.now(),
): number | null {
  const text = header('retry-after') ?? '';
  const seconds = numberOf(text);
  // NaN if the text is neither seconds nor a date.
  const usual = seconds === null ? Date.parse(text) - now : seconds * 1000;
  const wait = numberOf(header('retry-after-ms') ?? '') ?? usual;
  return wait >= 0 && wait <= longestWait ? wait : null;
}

function numberOf(text: string): number | null {
  return /^\d+(?:\.\d+)?$/u.test(text.trim()) ? Number(text) : null;
}

/** The limit for one call to the provider, in milliseconds. */
export const requestTimeoutMs = 600_000;
export const retryLimit = 2;

const retryAfterLimitMs = 60_000;
const firstDelayMs = 500;

export type CallFailure = {
  readonly retries: number;
  /** The HTTP status of the answer. Null: there was no answer. */
  readonly status: number | null;
  /** How long the answer asks to wait, in milliseconds. Null: it does not say. */
  readonly retryAfterMs: number | null;
};

/**
 * Returns the milliseconds to wait before the next try, or null if another try makes no sense. `random` shortens the
 * wait by up to a quarter, so that calls which failed together are not repeated together.
 */
export function retryDelay(
  { retries, status, retryAfterMs }: CallFailure,
  random: () => number,
): number | null {
  if (retries >= retryLimit || !isWorthRetrying(status)) return null;
  // A longer wait is useless for the visitor, so the call is not tried again.
  if (retryAfterMs !== null && retryAfterMs >= retryAfterLimitMs) return null;
  if (retryAfterMs !== null && retryAfterMs >= 0) return retryAfterMs;
  return firstDelayMs * 2 ** retries * (1 - random() * 0.25);
}

function isWorthRetrying(status: number | null): boolean {
  return status === null || status === 408 || status === 409 || status === 429 || status >= 500;
}

const shortWaitSeconds = 90;

/** Returns the message of a problem with a long wait, such as "in 20 minutes". Undefined: the usual message fits. */
export function messageOfWait(code: ProblemCode, waitSeconds: number | null): string | undefined {
  if (waitSeconds === null || waitSeconds <= shortWaitSeconds) return undefined;
  const minutes = Math.ceil(waitSeconds / 60);
  // A message that asks for something else stays as it is, because waiting does not help.
  return problemMessages[code].replace(
    /Please try again(?: later| in a (?:few )?minutes?)?\.$/u,
    `Please try again in ${durationOf(minutes)}.`,
  );
}

function durationOf(minutes: number): string {
  const hours = Math.ceil(minutes / 60);
  if (minutes < 100) return `${minutes} minutes`;
  return hours < 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}

/** Parameters of a request besides the model, and the role of the first message. Some models refuse one of them. */
const parameters = [
  'temperature',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'reasoning_effort',
  'think',
  'chat_template_kwargs',
  'system',
] as const;

export type Parameter = (typeof parameters)[number];

/** What else stands for a parameter: a field of it, or the words of Ollama for its value. */
const otherNames = new Map<string, Parameter>([
  ['include_usage', 'stream_options'],
  ['enable_thinking', 'chat_template_kwargs'],
  ['reasoning value', 'reasoning_effort'],
  ['think value', 'reasoning_effort'],
]);

function parameterOf(name: string): Parameter | undefined {
  return otherNames.get(name) ?? parameters.find((parameter) => parameter === name);
}

/** `stream` and `think` are also ordinary words, so they count only in quotes. */
const names =
  /\b(?:temperature|stream_options|include_usage|max_tokens|max_completion_tokens|reasoning_effort|chat_template_kwargs|enable_thinking|(?:reasoning|think) value)\b|['"`](?:stream|think)['"`]/giu;
const wordsOfRefusal =
  /support|permitted|allowed|accepted|forbidden|extra|unrecogni[sz]ed|unknown|unexpected|deprecated/iu;
const wordsOfValue = /invalid|must|should/iu;
/** These words say that a number is too large, which is not a refusal of its parameter. */
const wordsOfSize = /too (?:large|high|big)|at most|less than|exceed|greater|maximum|range|between|[<>≤]/iu;
/** How much of a message is read. The rest may repeat the request with the words of a visitor. */
const messageLength = 500;

/**
 * Returns the parameter that the answer says is not supported, or null for every other error. Providers name it in
 * `param`, or somewhere in their message. `sent` is the body of the request.
 */
export function refusedParameter(
  { status, error }: { readonly status: number; readonly error: ProviderError | null },
  sent: Readonly<Record<string, unknown>>,
): Parameter | null {
  if (error === null || (status !== 400 && status !== 422)) return null;
  const message = error.message.slice(0, messageLength);
  if (systemRole.test(message) && hasSystemRole(sent)) return 'system';
  const parameter =
    error.param === null ? namedIn(message, sent) : parameterOf(error.param.split(/[.[]/u, 1)[0] ?? '');
  if (parameter === undefined || !(parameter in sent)) return null;
  return parameter.startsWith('max_') && !isOfName(`${error.code} ${message}`) ? null : parameter;
}

const systemRole =
  /\b(?:system|developer) (?:role|messages?|prompts?|instructions?)\b|\brole\b.{0,40}\bsystem\b|\bsystem\b.{0,20}\brole\b/iu;

function hasSystemRole({ messages }: Readonly<Record<string, unknown>>): boolean {
  return (
    Array.isArray(messages) && messages.some((each: unknown) => isFields(each) && each['role'] === 'system')
  );
}

/** Whether the name of the limit is refused, not its number. Many providers ignore a limit under the other name. */
function isOfName(words: string): boolean {
  return wordsOfRefusal.test(words) && !wordsOfSize.test(words);
}

function namedIn(message: string, sent: Readonly<Record<string, unknown>>): Parameter | undefined {
  if (!wordsOfRefusal.test(message) && !wordsOfValue.test(message)) return undefined;
  return [...message.matchAll(names)]
    .map(([name]) => parameterOf(name.replace(/[^\w ]/gu, '').toLowerCase()))
    .find((parameter) => parameter !== undefined && parameter in sent);
}
