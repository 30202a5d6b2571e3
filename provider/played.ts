import { setTimeout as sleep } from 'node:timers/promises';

import { estimateTokens } from '#core/limits/token-count.ts';

import { answerTokens } from './answer-tokens.ts';
import type { ChatRequest } from './chat-request.ts';
import { atOnceWith, chunk, done, streamHead, usageEvent } from './completion-steps.ts';
import type { Usage } from './completion-steps.ts';
import type { Exchange, Step } from './exchange.ts';
import { inOrder } from './exchange.ts';
import { end, pause } from './steps.ts';

export type PlayPace = {
  /** What models of the better kind write, when left out. */
  readonly tokensPerSecond?: number;
};

/** Below it a wait is not worth its timer: tokens that are due together go out together. */
const shortestWaitMs = 8;

/**
 * A given answer as a model would write it that has no other: token by token at a pace, no more than the request allows,
 * with a count of the tokens of prompt and answer.
 */
export function played(text: string, request: ChatRequest, { tokensPerSecond = 25 }: PlayPace = {}): Step {
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
