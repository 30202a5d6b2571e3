import { ProblemError } from '#core/errors/problem-messages.ts';
import type { GenerationClient } from '#core/generation/generation-client.ts';
import type { WritingTerms } from '#core/limits/terms.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import { openGenerationClient } from '#llm-client/write-completion.ts';
import type { DailyBudget } from '#server/config/config.ts';
import type { ChatModel } from '#server/model/chat-model.ts';

import type { Spending } from './spending.ts';

type PaidCalls = {
  readonly model: ChatModel;
  readonly terms: WritingTerms;
  readonly spending: Spending;
  /** The most that the generation may cost, in the unit of the budget. */
  readonly worstCase: number;
  readonly budget: DailyBudget | null;
  readonly run: GenerationClient['run'];
  readonly onCall?: (request: CompletionRequest) => void;
};

const tookTooMuch =
  'The AI model wrote more than allowed, so it was stopped. Please try again with a shorter text.';

/** Makes the calls of one generation and books what they cost. A call that would exceed the worst case is not made. */
export function openPaidClient(
  { model, terms, spending, worstCase, budget, run, onCall = () => {} }: PaidCalls,
  signal: AbortSignal,
): GenerationClient {
  return openGenerationClient(
    {
      tokenizer: terms.model?.tokenizer,
      write(request, reader) {
        if (!spending.fits(request, worstCase, budget))
          throw new ProblemError('provider-output-limit', { detail: tookTooMuch });
        onCall(request);
        return model.write(request, { ...reader, take: spending.watch(request, reader.take) });
      },
      run,
    },
    signal,
  );
}
