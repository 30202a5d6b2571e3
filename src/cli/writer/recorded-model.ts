import type { Call, ModelPiece } from '#core/generation/generation-client.ts';
import type { WritingTerms } from '#core/limits/terms.ts';
import { tokensAtMost } from '#core/limits/tokens.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import type { CallReader } from '#llm-client/write-completion.ts';
import type { DailyBudget } from '#server/config/config.ts';
import type { ChatModel } from '#server/model/chat-model.ts';
import { amountOf, createSpending } from '#server/orders/spending.ts';

import type { Money } from './money.ts';
import { addPiece, type PaidAnswers } from './paid-answers.ts';

type Recording = {
  readonly model: ChatModel;
  readonly terms: WritingTerms;
  readonly budget: DailyBudget | null;
  readonly money: Money;
  readonly answers: PaidAnswers;
  /** Called for each call that is really made. */
  readonly onCall: () => void;
};

/**
 * Returns a model that makes each call once. An answer is on the disk before its call ends, and is read from there when
 * the same is asked again. Calls throw `BudgetReached` if they may cost more than is left.
 */
export function createRecordedModel(recording: Recording): ChatModel {
  const running = new Map<string, Promise<unknown>>();
  return {
    write(request, reader) {
      let left: (() => void) | null = null;
      let isLeft = false;
      const start = (call: Call) => {
        left = call.leave;
        if (isLeft) call.leave();
        return call;
      };
      const key = JSON.stringify([request.prompt, request.maxOutputTokens]);
      // Two equal files ask the same at the same time.
      const ended = (running.get(key) ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => answer(recording, request, reader, start));
      running.set(key, ended);
      const forget = () => running.get(key) === ended && running.delete(key);
      ended.then(forget, forget);
      return {
        ended,
        leave() {
          isLeft = true;
          left?.();
        },
      };
    },
  };
}

async function answer(
  recording: Recording,
  request: CompletionRequest,
  { take, signal }: CallReader,
  start: (call: Call) => Call,
): Promise<void> {
  const { answers, budget, model, money, onCall, terms } = recording;
  const known = await answers.find(request);
  if (known?.pieces !== null && known !== null) {
    for (const piece of known.pieces) await take(piece);
    return;
  }
  const most = amountOf(tokensAtMost(request), terms.price, budget);
  await money.reserve(most);
  const spending = createSpending(terms);
  const at = Date.now();
  // An earlier call for the same may have cost something.
  const before = known?.cost ?? 0;
  let pieces: ModelPiece[] | null = [];
  const recorded = pieces;
  const watched = spending.watch(request, (piece) => {
    addPiece(recorded, piece);
    return take(piece);
  });
  try {
    await answers.put(request, { at, cost: before + most, pieces: null });
    onCall();
    await start(model.write(request, { take: watched, signal })).ended;
  } catch (failure) {
    pieces = null;
    throw failure;
  } finally {
    const cost = spending.amount(budget);
    money.settle(most, cost);
    await answers.put(request, { at, cost: before + cost, pieces });
  }
}
