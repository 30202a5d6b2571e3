import { ProblemError } from '#core/errors/problem-messages.ts';
import type { Tokenizer, Tokens } from '#core/limits/limits.ts';
import { estimateTokens, inputTokensAtMost, repairShare } from '#core/limits/token-count.ts';

import type { CompletionRequest, ModelPiece, WritingJob } from './writing-job.ts';

/** The output tokens of a call without a limit: more than three versions of the longest content need. */
const uncapped = 128_000;

/** Returns the most tokens that one call can use. */
export function tokensAtMost({ prompt, maxOutputTokens }: CompletionRequest): Tokens {
  const inputTokens = inputTokensAtMost([prompt.system, prompt.user]);
  return { inputTokens, outputTokens: maxOutputTokens ?? uncapped };
}

/** Returns the most tokens that the first calls can use together. */
export function firstTokens({ parts }: WritingJob): Tokens {
  return parts.map(tokensAtMost).reduce(sumOf, { inputTokens: 0, outputTokens: 0 });
}

/** Returns the most tokens that the job can use, including the repair call if edits are asked for. */
export function tokensOfJob(job: WritingJob): Tokens {
  const { inputTokens, outputTokens } = firstTokens(job);
  const times = isAskedInEdits(job) ? 1 + repairShare : 1;
  return { inputTokens: Math.ceil(inputTokens * times), outputTokens: Math.ceil(outputTokens * times) };
}

export function isAskedInEdits({ terms, only }: WritingJob): boolean {
  return terms.protocol === 'edits' || only !== null;
}

export function sumOf(a: Tokens, b: Tokens): Tokens {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}

/** An answer may be longer than its limit by this, because our token count is only an estimate. */
const margin = { factor: 1.25, tokens: 200 };
/** How many UTF-16 units of text are counted at once. */
const stretchLength = 400;

/** Returns the limit of an answer, in output tokens. Longer answers are cut, and no more tokens are booked. */
export function answerLimit(request: CompletionRequest): number {
  return Math.ceil(tokensAtMost(request).outputTokens * margin.factor) + margin.tokens;
}

/**
 * Returns the pieces of an answer. If its text and thoughts exceed `answerLimit`, it cuts off the rest, ends the call,
 * and throws 'provider-output-limit'.
 */
export function limitAnswer(
  pieces: AsyncIterable<ModelPiece>,
  request: CompletionRequest,
  tokenizer: Tokenizer | undefined,
): AsyncIterable<ModelPiece> {
  const most = answerLimit(request);
  let tokens = 0;
  let stretch = '';

  /** Returns the part of the text that is within the limit. */
  function within(text: string): string {
    stretch += text;
    if (stretch.length < stretchLength) return text;
    const before = tokens;
    tokens += estimateTokens(stretch, tokenizer);
    stretch = '';
    return tokens > most ? text.slice(0, most - before) : text;
  }

  return {
    [Symbol.asyncIterator]() {
      const iterator = pieces[Symbol.asyncIterator]();
      return {
        async next() {
          if (tokens > most) throw new ProblemError('provider-output-limit');
          const step = await iterator.next();
          if (step.done === true || !('text' in step.value)) return step;
          const value = { ...step.value, text: within(step.value.text) };
          // Without this, the call would go on if the reader does not read on.
          if (tokens > most) await iterator.return?.();
          return { done: false, value };
        },
        async return() {
          await iterator.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
