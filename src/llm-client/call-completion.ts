import { ProblemError, type ProblemCode, type ProblemOptions } from '#core/errors/problem-messages.ts';
import type { CompletionRequest } from '#core/generation/writing-job.ts';

import {
  completionUrl,
  providerHeaders,
  refusedParameter,
  requestBody,
  type ParameterSupport,
  type ProviderSettings,
} from './completion-request.ts';
import {
  codeOfAnswer,
  describeProviderError,
  messageOfWait,
  readProviderError,
  readRetryAfter,
  type ProviderError,
} from './provider-error.ts';
import type { Transport, TransportAnswer } from './transport.ts';

/** A failed call. Its status decides whether it is tried again. All other problems are final. */
export class CallFailure extends ProblemError {
  /** Null: there was no answer. */
  readonly status: number | null;
  readonly retryAfterMs: number | null;

  constructor(
    code: ProblemCode,
    options: ProblemOptions,
    status: number | null,
    retryAfterMs: number | null,
  ) {
    super(code, options);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

export type CompletionCall = {
  readonly settings: ProviderSettings;
  readonly transport: Transport;
  readonly request: CompletionRequest;
  readonly support: ParameterSupport;
  /** Aborted when the user leaves or the time for the call is over. */
  readonly signal: AbortSignal;
};

/**
 * Asks for one chat completion. If the model says that it does not support a parameter, asks again without it. Throws a
 * `CallFailure` for any other status than 200, or a plain `ProblemError` if the failure is lasting.
 */
export async function callCompletion(call: CompletionCall): Promise<TransportAnswer> {
  const { settings, transport, request, support, signal } = call;
  const url = completionUrl(settings.baseUrl);
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    ...providerHeaders(settings.baseUrl, settings.apiKey),
  };
  for (;;) {
    const body = requestBody(settings, request, support.refused);
    const answer = await transport({ url, headers, body: JSON.stringify(body), signal });
    if (answer.status === 200) {
      support.keep();
      return answer;
    }
    const error = readProviderError(await readErrorBody(answer));
    const refused = refusedParameter({ status: answer.status, error }, body);
    if (refused === null || !support.note(refused)) throw failureOf(answer, error);
  }
}

/** Failures that do not pass with time, whatever their status. */
const isLasting = new Set<ProblemCode>(['provider-quota', 'provider-context-exceeded']);

function failureOf(answer: TransportAnswer, error: ProviderError | null): ProblemError {
  const code = codeOfAnswer(answer.status, error);
  const cause = `The provider answered with status ${answer.status} (${describeProviderError(error)}).`;
  const retryAfterMs = readRetryAfter(answer.header);
  const retryAfterSeconds = retryAfterMs === null ? null : Math.ceil(retryAfterMs / 1000);
  const detail = messageOfWait(code, retryAfterSeconds);
  const options = { cause, detail, retryAfterSeconds };
  return isLasting.has(code)
    ? new ProblemError(code, options)
    : new CallFailure(code, options, answer.status, retryAfterMs);
}

const errorBodyLimit = 64 * 1024;
const errorBodyMs = 5000;

/** Reads the short body of a failure as JSON. Returns null if it is not JSON, or does not arrive. */
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
    return JSON.parse(text + utf8.decode());
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    answer.discard();
  }
}
