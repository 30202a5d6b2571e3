import { ProblemError } from '#core/errors/problem-messages.ts';

type TransportCall = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Called when the request is sent, if the transport can know this. From then on the provider may act on it. */
  readonly onSent?: () => void;
};

export type TransportAnswer = {
  readonly status: number;
  /** A header by its lower-case name. Null if the answer has none, or does not show it. */
  header(name: string): string | null;
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * Drops the rest of the body and ends the exchange. A reader that waits for more gets a failure, or the end of the
   * body.
   */
  discard(): void;
};

/** Sends one POST and follows no redirect: the key goes only to the given address. Throws if there is no answer. */
export type Transport = (call: TransportCall) => Promise<TransportAnswer>;

/**
 * Wraps a transport. `isUnanswered` returns whether a request was sent but not answered, so that the provider may have
 * acted on it.
 */
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
      // A request on a broken connection may be sent again, so it does not count. If we ended the call or could not
      // read the answer, the provider may have done the work.
      isUnanswered &&= call.signal.aborted || error instanceof ProblemError;
      throw error;
    }
  };
  return { send, isUnanswered: () => isUnanswered };
}
