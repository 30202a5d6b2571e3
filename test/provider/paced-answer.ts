import { setTimeout as sleep } from 'node:timers/promises';

import { estimateTokens } from '#core/limits/tokens.ts';

import type { ChatRequest } from './chat-request.ts';
import { atOnceWith, chunk, done, streamHead, usageEvent, type Usage } from './completion-steps.ts';
import { inOrder, type Exchange, type Step } from './exchange.ts';
import { end, pause } from './steps.ts';

export type AnswerPace = {
  /** By default the speed of a good model. */
  readonly tokensPerSecond?: number;
};

/**
 * In milliseconds. Shorter waits cost too much processor time, so tokens that are due at about the same time are sent
 * together.
 */
const shortestWaitMs = 8;

/**
 * Sends a given text as a model would: token by token at a pace, no longer than the request allows, with the token
 * counts of prompt and answer.
 */
export function pacedAnswer(
  text: string,
  request: ChatRequest,
  { tokensPerSecond = 25 }: AnswerPace = {},
): Step {
  const most = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY;
  const all = answerTokens(text);
  const tokens = all.filter(({ count }) => count <= most);
  const finishReason = tokens.length === all.length ? 'stop' : 'length';
  const written = tokens.map((token) => token.text).join('');
  const usage = usageOf(request, Math.round(tokens.at(-1)?.count ?? 0));
  if (request.stream !== true)
    return inOrder(
      pause((usage.completion_tokens / tokensPerSecond) * 1000),
      atOnceWith(written, finishReason, usage),
    );
  return inOrder(
    streamHead,
    async (exchange) => {
      const began = performance.now();
      let waiting = '';
      for (const token of tokens) {
        const wait = began + (token.count / tokensPerSecond) * 1000 - performance.now();
        if (wait >= shortestWaitMs && waiting !== '') {
          await chunk({ content: waiting })(exchange);
          waiting = '';
        }
        if (wait >= shortestWaitMs) await waitFor(wait, exchange);
        if (exchange.signal.aborted) return;
        waiting += token.text;
      }
      if (waiting !== '') await chunk({ content: waiting })(exchange);
    },
    chunk({}, finishReason),
    ...(request.stream_options?.include_usage === true ? [usageEvent(usage)] : []),
    done,
    end,
  );
}

async function waitFor(milliseconds: number, { signal }: Exchange): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

function usageOf({ messages }: ChatRequest, completionTokens: number): Usage {
  const promptTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

/** A token as providers stream them, and the number of tokens of the answer so far. */
export type AnswerToken = { readonly text: string; readonly count: number };

/** Splits a text into pieces of about one token each. The last count is the estimate for the whole text. */
export function answerTokens(text: string): AnswerToken[] {
  const texts = text.match(/ ?[\p{L}\p{M}]{1,10}|\p{N}{1,3}| ?[^\s\p{L}\p{M}\p{N}]|\s/gu) ?? [];
  // A single space is estimated as 0 tokens, but it counts here, because a text may contain nothing else.
  const costs = texts.map((piece) => Math.max(1, estimateTokens(piece)));
  const scale = estimateTokens(text) / costs.reduce((sum, cost) => sum + cost, 0);
  let count = 0;
  return texts.map((piece, index) => {
    count += (costs[index] ?? 0) * scale;
    return { text: piece, count };
  });
}
