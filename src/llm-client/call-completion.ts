import type { CompletionRequest } from '#core/generation/writing-job.ts';
import { ProblemError, type ProblemCode } from '#core/errors/problem.ts';

import type { CallClock } from './call-clock.ts';
import { CallFailure } from './call-failure.ts';
import { completionUrl, providerHeaders, requestBody, type ProviderSettings } from './completion-request.ts';
import {
  codeOfAnswer,
  describeProviderError,
  readProviderError,
  type ProviderError,
} from './provider-error.ts';
import { refusedParameter, type ParameterSupport } from './parameter-support.ts';
import { readRetryAfter, messageOfWait } from './retry-after.ts';
import type { Transport, TransportAnswer } from './transport.ts';

const errorBodyLimit = 64 * 1024;
const errorBodyMs = 5000;

/** Failures that do not pass with time, whatever their status. */
const isLasting = new Set<ProblemCode>(['provider-quota', 'provider-context-exceeded']);

export type CompletionCall = {
  readonly settings: ProviderSettings;
  readonly transport: Transport;
  readonly request: CompletionRequest;
  readonly support: ParameterSupport;
  readonly clock: CallClock;
};

/**
 * Asks for one chat completion. If the model says that it does not support a parameter, asks again without it.
 * Throws a `CallFailure` for every other answer that is not a reply.
 */
export async function callCompletion(call: CompletionCall): Promise<TransportAnswer> {
  const { settings, transport, request, support, clock } = call;
  const url = completionUrl(settings.baseUrl);
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    ...providerHeaders(settings.baseUrl, settings.apiKey),
  };
  for (;;) {
    const body = requestBody(settings, request, support.refused);
    const answer = await transport({ url, headers, body: JSON.stringify(body), signal: clock.signal });
    if (answer.status === 200) {
      support.keep();
      return answer;
    }
    const error = readProviderError(await readErrorBody(answer));
    const refused = refusedParameter({ status: answer.status, error }, body);
    if (refused === null || !support.note(refused)) throw failureOf(answer, error);
  }
}

function failureOf(answer: TransportAnswer, error: ProviderError | null): Error {
  const code = codeOfAnswer(answer.status, error);
  const cause = `The provider answered with status ${answer.status} (${describeProviderError(error) || 'no name'}).`;
  const retryAfterMs = readRetryAfter(answer.header);
  const retryAfterSeconds = retryAfterMs === null ? null : Math.ceil(retryAfterMs / 1000);
  const detail = messageOfWait(code, retryAfterSeconds);
  const problem = new ProblemError(code, { cause, detail, retryAfterSeconds });
  return isLasting.has(code) ? problem : new CallFailure(problem, answer.status, retryAfterMs);
}

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
