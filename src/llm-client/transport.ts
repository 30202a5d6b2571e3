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
