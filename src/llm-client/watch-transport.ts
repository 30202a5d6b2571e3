import { ProblemError } from '#core/errors/problem.ts';

import type { Transport } from './transport.ts';

/** A transport that knows of a request that was sent, and may have been heeded, though no answer was read. */
export function watchTransport(transport: Transport) {
  let isUnanswered = false;
  const onSent = () => {
    isUnanswered = true;
  };
  const send: Transport = async (call) => {
    try {
      const answer = await transport({ ...call, onSent });
      isUnanswered = false;
      return answer;
    } catch (error) {
      // A connection that broke may be tried again; what we broke off, or could not read, may have been done.
      isUnanswered &&= call.signal.aborted || error instanceof ProblemError;
      throw error;
    }
  };
  return { send, isUnanswered: () => isUnanswered };
}
