import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

import type { ChatRequest } from './chat-request.ts';

/** One call as it came in. Counts as a call even when it is refused. */
export type RecordedCall = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Null where the body is not the chat completion that Linkweft sends. */
  readonly body: ChatRequest | null;
  readonly startedAt: number;
  /** When the caller went away before the answer's end, in milliseconds since 1970; null while it has not. */
  abortedAt: number | null;
};

/** A call that is being answered. */
export type Exchange = {
  readonly call: RecordedCall;
  readonly response: ServerResponse;
  /** Aborts when the caller goes away and when the provider closes. */
  readonly signal: AbortSignal;
  /** Ends when the bytes were taken, so that a slow reader slows the answer. */
  write(bytes: string | Uint8Array): Promise<void>;
};

/** One thing that an answer does. An answer is steps in a row. */
export type Step = (exchange: Exchange) => Promise<void>;

/** What answers a call: the same steps for each, or steps made for this one. */
export type Answer = Step | { readonly for: (call: RecordedCall) => Step };

export function inOrder(...steps: readonly Step[]): Step {
  return async (exchange) => {
    for (const step of steps) {
      if (exchange.signal.aborted) return;
      await step(exchange);
    }
  };
}

/** The first call gets the first answer, and so on; the last answer serves all further calls. */
export function inTurn(...answers: readonly [Step, ...Step[]]): Answer {
  let turn = 0;
  return {
    for: () => {
      const answer = answers[Math.min(turn, answers.length - 1)] ?? answers[0];
      turn += 1;
      return answer;
    },
  };
}
