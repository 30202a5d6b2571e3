import { ProblemError } from '#core/errors/problem-messages.ts';

import { meaningOf, messageOfReason } from './finish-reason.ts';

/**
 * How far a reply is. `finished`: only a token count can follow. `doubtful`: the provider has said that this is the end,
 * but may say so with each piece. `over`: nothing counts any more.
 */
export type ReplyState = 'open' | 'finished' | 'doubtful' | 'over';

/** How a reply ends. */
export type Ending = {
  /** Records a text, whose piece may also have an end. */
  text(finishReason: string): void;
  /** Records a finish reason, which may be empty. `isWithText`: it came with a piece of text. */
  reason(finishReason: string, isWithText: boolean): void;
  /** Ends the reply with a failure. After the end of the reply it does not count. */
  fail(error: unknown): void;
  over(): void;
  state(): ReplyState;
  /** Null: the provider did not report one. */
  failure(): unknown;
  meaning(): ReturnType<typeof meaningOf>;
};

export function createEnding(): Ending {
  let state: Exclude<ReplyState, 'doubtful'> = 'open';
  let failure: unknown = null;
  let reason = '';
  /** How many pieces of text came without an end. If there is none, an end may come with each. */
  let openPieces = 0;
  let isDoubtful = false;

  return {
    text(finishReason) {
      isDoubtful ||= state === 'finished';
      state = 'open';
      if (meaningOf(finishReason) === null) openPieces += 1;
    },
    reason(finishReason, isWithText) {
      const meaning = meaningOf(finishReason);
      if (meaning === null) return;
      reason = finishReason;
      if (meaning !== 'end') failure ??= new ProblemError(meaning, { detail: messageOfReason(finishReason) });
      isDoubtful ||= isWithText && openPieces === 0;
      state = 'finished';
    },
    fail(error) {
      if (state === 'open') failure ??= error;
      state = 'over';
    },
    over() {
      state = 'over';
    },
    state: () => (state === 'finished' && isDoubtful ? 'doubtful' : state),
    failure: () => failure,
    meaning: () => meaningOf(reason),
  };
}
