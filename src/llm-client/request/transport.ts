import { ProblemError } from '#core/errors/problem-messages.ts';

export type ProviderSettings = {
  /** Without a slash at the end, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Null for providers that need no key. */
  readonly apiKey: string | null;
  readonly model: string;
  readonly temperature: number;
  /** Whether the model is asked not to think before it answers. */
  readonly isThinkingOff?: boolean;
  /** Whether the visitor chose the provider. Then messages say what the visitor can change. */
  readonly isOwn?: boolean;
};

export type TransportCall = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: a GET is sent, else a POST. */
  readonly body: string | null;
  readonly signal: AbortSignal;
  /** Called when the request is sent, if the transport can know this. From then on the provider may act on it. */
  readonly onSent?: () => void;
};

export type TransportAnswer = {
  readonly status: number;
  /** A header by its lower-case name. Null if the answer has none, or does not show it. */
  header(name: string): string | null;
  readonly body: AsyncIterable<Uint8Array>;
  /** Drops the rest of the body and ends the exchange. A waiting reader gets a failure, or the end of the body. */
  discard(): void;
};

/** Sends one request and follows no redirect: the key goes only to the given address. Throws if there is no answer. */
export type Transport = (call: TransportCall) => Promise<TransportAnswer>;

/** `isUnanswered` returns whether a request was sent but not answered: the provider may have acted on it. */
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
      // A request on a broken connection may be sent again, so it does not count. But if we ended the call or could not
      // read the answer, the provider may have done the work.
      isUnanswered &&= call.signal.aborted || error instanceof ProblemError;
      throw error;
    }
  };
  return { send, isUnanswered: () => isUnanswered };
}
