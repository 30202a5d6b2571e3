import * as z from 'zod/mini';

import type { ProblemCode } from '#core/errors/problem-messages.ts';

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

/** Where providers put an error: a sentence, fields, or a list of them. */
const holders = ['error', 'errors', 'base_resp'] as const;

/** The names of the fields of an error, the usual one first. */
const fieldNames = {
  code: ['code', 'error_code', 'status_code', 'statusCode', 'status'],
  type: ['type', 'status', 'error_type'],
  param: ['param'],
  message: ['message', 'msg', 'error_msg', 'status_msg', 'detail'],
} as const;

/** Codes that say that nothing failed. */
const noFailure = new Set([null, '0', '200']);

/** Reads the failure in the body of an unsuccessful answer. */
export function readProviderError(body: unknown): ProviderError | null {
  return errorIn(body, true);
}

/**
 * Reads the failure in a body or a frame of an answer with status 200. Returns null if it is not a failure.
 * @param event The name of the event.
 */
export function readReplyError(value: unknown, event: string | null = null): ProviderError | null {
  return errorIn(value, event === 'error');
}

function errorIn(value: unknown, isFailed: boolean): ProviderError | null {
  if (Array.isArray(value)) {
    for (const each of value) {
      const error = errorIn(each, isFailed);
      if (error !== null) return error;
    }
    return null;
  }
  if (typeof value === 'string') return isFailed && value !== '' ? errorOf({ message: value }) : null;
  if (!isFields(value)) return null;
  for (const holder of holders) {
    const inner = value[holder];
    if (inner === undefined || inner === null) continue;
    if (inner === true) return errorOf(value);
    const nested = errorIn(inner, true);
    if (nested !== null && (holder !== 'base_resp' || !noFailure.has(nested.code))) return nested;
  }
  if (isFailed || value['object'] === 'error' || value['type'] === 'error') return errorOf(value);
  if (Array.isArray(value['choices'])) return null;
  const bare = errorOf(value);
  // A status in words may say that the answer is being written.
  const isState = bare.code === value['status'];
  return isState || noFailure.has(bare.code) || bare.message === '' ? null : bare;
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
    code: nameIn(fields, fieldNames.code),
    type: nameIn(fields, fieldNames.type),
    param: nameIn(fields, fieldNames.param),
    message: messageIn(fields),
  };
}

function nameIn(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

/** How much of the details behind a message is read. */
const detailsLength = 1000;

/** Gateways put the error of the provider behind them into `metadata`. Google puts limits into `details`. */
function messageIn(fields: Fields): string {
  const message = fields['message'];
  const said = fieldNames.message.map((name) => fields[name]);
  const inner = isFields(message) ? message['detail'] : [];
  const more = [fields['details'], fields['metadata']].map((value) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value).slice(0, detailsLength) : '',
  );
  return [said, inner, more].flat(2).map(sentenceOf).filter(Boolean).join('; ');
}

function sentenceOf(said: unknown): string {
  if (typeof said === 'string') return said;
  const issue = issueSchema.safeParse(said);
  return issue.success ? `${issue.data.loc.join('.')}: ${issue.data.msg}` : '';
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
  ['insufficient_user_quota', 'provider-quota'],
  ['insufficient_balance', 'provider-quota'],
  ['quota_exceeded', 'provider-quota'],
  ['arrearage', 'provider-quota'],
  ['exceeded_current_quota_error', 'provider-quota'],
  ['billing_hard_limit_reached', 'provider-quota'],
  ['billing_error', 'provider-quota'],
  ['content_filter', 'provider-filtered'],
  ['content_policy_violation', 'provider-filtered'],
  ['invalid_api_key', 'provider-unauthorized'],
  ['authentication_error', 'provider-unauthorized'],
  ['permission_error', 'provider-forbidden'],
  ['model_not_found', 'provider-model-missing'],
  ['invalid_model', 'provider-model-missing'],
  ['deploymentnotfound', 'provider-model-missing'],
  ['rate_limit_exceeded', 'provider-rate-limited'],
  ['rate_limit_error', 'provider-rate-limited'],
  ['overloaded_error', 'provider-unavailable'],
]);

const codeOfWords: readonly (readonly [RegExp, ProblemCode])[] = [
  [
    /only supported in v1\/responses|\bnot a chat model|does not support chat|not supported in the v1\/chat|chatcompletion operation does not work/iu,
    'provider-no-chat',
  ],
  [/unexpected endpoint or method|^invalid url \(|unknown request url|^no route/iu, 'provider-address'],
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
    /not a valid model|model not exist|(?:invalid|unknown) model\b|\bmodels?\b.{1,100}(?:does not exist|not found)|no endpoints found|unable to access model|^model: /iu,
    'provider-model-missing',
  ],
  [
    /credit balance is too low|insufficient (?:account )?(?:balance|credits?|funds|quota)|exceeded your current quota|quota (?:is )?(?:not enough|exhausted|exceeded|used up)|account (?:is )?overdue/iu,
    'provider-quota',
  ],
];

const codeOfStatus = new Map<number, ProblemCode>([
  [401, 'provider-unauthorized'],
  [402, 'provider-quota'],
  [403, 'provider-forbidden'],
  // The base URL leads to something that takes no completions. If it is the model that is missing, most say so.
  [404, 'provider-address'],
  [405, 'provider-address'],
  [408, 'provider-timeout'],
  [409, 'provider-unavailable'],
  [413, 'provider-context-exceeded'],
  [429, 'provider-rate-limited'],
  [504, 'provider-timeout'],
]);

/** Returns the problem that an answer with a status other than 200 stands for. */
export function codeOfAnswer(status: number, error: ProviderError | null): ProblemCode {
  return ofItsTime((error === null ? null : codeOfError(error)) ?? codeOf(status), error);
}

function codeOf(status: number): ProblemCode {
  const known = codeOfStatus.get(status);
  if (known !== undefined) return known;
  if (status >= 500) return 'provider-unavailable';
  if (status >= 400) return 'provider-refused-request';
  return status >= 300 ? 'provider-moved' : 'provider-reply-broken';
}

const limits = new Set<ProblemCode>(['provider-rate-limited', 'provider-quota']);
const wordsOfDay = /\bper[ -]day\b|PerDay|\b[Dd]aily\b|\b[TR]PD\b/u;
const wordsOfMinute = /\bper[ -]minute\b|PerMinute|\b[TR]PM\b/u;

/** Providers call a limit of the minute, of the day and of the account by the same names. Their words tell which it is. */
function ofItsTime(code: ProblemCode, error: ProviderError | null): ProblemCode {
  if (!limits.has(code) || error === null) return code;
  if (wordsOfDay.test(error.message)) return 'provider-day-limit';
  return wordsOfMinute.test(error.message) ? 'provider-rate-limited' : code;
}

/** Returns the problem of a failure inside a reply. Its `code` may be an HTTP status. */
export function codeOfReplyError(error: ProviderError): ProblemCode {
  const status = Number(error.code);
  return status >= 400 && status < 600
    ? codeOfAnswer(status, error)
    : ofItsTime(codeOfError(error) ?? 'provider-unavailable', error);
}

function codeOfError({ code, type, message }: ProviderError): ProblemCode | null {
  const named = codeOfName.get(String(code).toLowerCase()) ?? codeOfName.get(String(type).toLowerCase());
  // "Request too large" has the name of a rate limit, but waiting does not help.
  if (named !== undefined && named !== 'provider-rate-limited') return named;
  return codeOfWords.find(([words]) => words.test(message))?.[1] ?? named ?? null;
}
