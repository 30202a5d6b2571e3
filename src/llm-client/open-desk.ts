import type { Desk } from '#core/generation/desk.ts';
import { limitAnswer } from '#core/generation/limit-answer.ts';
import type { ModelPiece } from '#core/generation/model-piece.ts';
import type { CompletionRequest } from '#core/generation/writing-job.ts';
import type { Tokenizer } from '#core/limits/token-count.ts';

import { stopReason } from './stop-reason.ts';

type Writers = {
  /** Of the model that is asked. */
  readonly tokenizer: Tokenizer | undefined;
  readonly write: (request: CompletionRequest, signal: AbortSignal) => AsyncIterable<ModelPiece>;
  readonly fill: Desk['fill'];
  readonly inSteps: Desk['inSteps'];
  readonly toTheEnd: Desk['toTheEnd'];
};

/** Makes the calls of one generation, and ends them all as soon as `signal` aborts: none begins after that. */
export function openDesk({ tokenizer, write, ...hands }: Writers, signal: AbortSignal): Desk {
  const calls = new AbortController();
  const leave = () => calls.abort(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  return {
    ...hands,
    ask(request) {
      if (calls.signal.aborted) throw stopReason(calls.signal);
      return limitAnswer(write(request, calls.signal), request, tokenizer);
    },
    leave,
    isStopped: () => signal.aborted,
  };
}
