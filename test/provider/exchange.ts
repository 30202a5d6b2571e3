import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

import type { ChatRequest } from './chat-request.ts';

/** One received call. A refused call counts, too. */
export type RecordedCall = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Null if the body is not the chat completion that Linkweft sends. */
  readonly body: ChatRequest | null;
  readonly startedAt: number;
  /** The status of the answer, or null as long as there is none. With 200 the call may be paid. */
  readonly status: number | null;
  /** When the client left before the end of the answer, in milliseconds since 1970, or null. */
  abortedAt: number | null;
};

/** A call that is being answered. */
export type Exchange = {
  readonly call: RecordedCall;
  readonly response: ServerResponse;
  /** Aborted when the client leaves and when the provider closes. */
  readonly signal: AbortSignal;
  /** Resolves when the bytes are sent, so that a slow reader slows the answer. */
  write(bytes: string | Uint8Array): Promise<void>;
};

/** One action of an answer. An answer is a sequence of steps. */
export type Step = (exchange: Exchange) => Promise<void>;

/** The steps that answer a call: the same for each call, or made for one call. */
export type Answer = Step | { readonly for: (call: RecordedCall) => Step };

export function inOrder(...steps: readonly Step[]): Step {
  return async (exchange) => {
    for (const step of steps) {
      if (exchange.signal.aborted) return;
      await step(exchange);
    }
  };
}

/** The first call gets the first answer, and so on. The last answer serves all further calls. */
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
