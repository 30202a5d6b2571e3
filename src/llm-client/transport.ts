import { ProblemError } from '#core/errors/problem.ts';

type TransportCall = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Called, where that can be known, when the request is on its way: from here on somebody may do what it asks for. */
  readonly onSent?: () => void;
};

export type TransportAnswer = {
  readonly status: number;
  /** A header by its lower-case name; null where the answer has none, or does not show it. */
  header(name: string): string | null;
  readonly body: AsyncIterable<Uint8Array>;
  /** Lets the rest of the body go and ends the exchange. */
  discard(): void;
};

/** Sends one POST and follows no redirect: the key goes to the given address alone. Throws where no answer comes. */
export type Transport = (call: TransportCall) => Promise<TransportAnswer>;

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
