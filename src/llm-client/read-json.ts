import { ProblemError } from '#core/errors/problem.ts';

import { codeOfReplyError } from './failure-code.ts';
import { describeProviderError, readReplyError } from './provider-error.ts';

/** Throws 'provider-reply-broken' for what is no JSON, and the failure's own name where the JSON is one. */
export function readReplyJson(text: string): unknown {
  const value = parse(text);
  const error = readReplyError(value);
  if (error === null) return value;
  const cause = `The provider's reply is an error (${describeProviderError(error) || 'no name'}).`;
  throw new ProblemError(codeOfReplyError(error), { cause });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The parser's message quotes the reply, and the reply is not for the log.
    throw new ProblemError('provider-reply-broken', {
      cause: cause instanceof Error ? cause.name : undefined,
    });
  }
}
