import type { ProblemCode } from '#core/errors/problem.ts';

import type { ProviderError } from './provider-error.ts';

/** What providers call their failures, in `code` or `type`. */
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

/** What others say in words alone. */
const codeOfWords: readonly (readonly [RegExp, ProblemCode])[] = [
  [
    /context (?:length|window|size)|maximum context|prompt is too long|^request too large/iu,
    'provider-context-exceeded',
  ],
  [/input token count.*exceeds/iu, 'provider-context-exceeded'],
  // The limit that was asked for grows with the content, and where the model's own is not known, beyond it.
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
  [408, 'provider-timeout'],
  [409, 'provider-unavailable'],
  [413, 'provider-context-exceeded'],
  [429, 'provider-rate-limited'],
  [504, 'provider-timeout'],
]);

/** The failure that an answer with another status than 200 stands for. */
export function codeOfAnswer(status: number, error: ProviderError | null): ProblemCode {
  const named = error === null ? null : codeOfError(error);
  if (named !== null) return named;
  const known = codeOfStatus.get(status);
  if (known !== undefined) return known;
  if (status >= 500) return 'provider-unavailable';
  if (status >= 400) return 'provider-refused-request';
  return status >= 300 ? 'provider-moved' : 'provider-reply-broken';
}

/** The failure inside a reply. Its `code` may be the status that the provider would rather have sent. */
export function codeOfReplyError(error: ProviderError): ProblemCode {
  const status = Number(error.code);
  return status >= 400 && status < 600
    ? codeOfAnswer(status, error)
    : (codeOfError(error) ?? 'provider-unavailable');
}

function codeOfError({ code, type, message }: ProviderError): ProblemCode | null {
  const named = codeOfName.get(String(code)) ?? codeOfName.get(String(type));
  // "Request too large" bears the name of a rate limit, though no waiting helps.
  if (named !== undefined && named !== 'provider-rate-limited') return named;
  return codeOfWords.find(([words]) => words.test(message))?.[1] ?? named ?? null;
}
