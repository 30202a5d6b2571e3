import type { GenerationClient, ModelPiece, CompletionRequest } from '#core/generation/writing-job.ts';
import { limitAnswer } from '#core/generation/token-limits.ts';
import type { Tokenizer } from '#core/limits/limits.ts';

import { stopReason } from './call-failure.ts';

type Writers = {
  /** Of the model that is called. */
  readonly tokenizer: Tokenizer | undefined;
  readonly write: (request: CompletionRequest, signal: AbortSignal) => AsyncIterable<ModelPiece>;
  readonly fill: GenerationClient['fill'];
  readonly inSteps: GenerationClient['inSteps'];
  readonly toTheEnd: GenerationClient['toTheEnd'];
};

/** Makes the calls of one generation. Ends all of them as soon as `signal` aborts, and starts none after that. */
export function openGenerationClient(
  { tokenizer, write, ...hands }: Writers,
  signal: AbortSignal,
): GenerationClient {
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
