import { ProblemError } from '#core/errors/problem.ts';
import { repairShare } from '#core/limits/parts-limit.ts';
import { inputTokensAtMost, estimateTokens } from '#core/limits/token-count.ts';
import type { Tokenizer } from '#core/limits/token-count.ts';

import type { ModelPiece } from './generation.ts';
import type { CompletionRequest, WritingJob } from './writing-job.ts';

export type Tokens = { readonly inputTokens: number; readonly outputTokens: number };

/** Of a call without a cap of its own: more than three versions of the longest content take. */
const uncapped = 128_000;

/** The most that one call can take. */
export function tokensAtMost({ prompt, maxOutputTokens }: CompletionRequest): Tokens {
  const inputTokens = inputTokensAtMost([prompt.system, prompt.user]);
  return { inputTokens, outputTokens: maxOutputTokens ?? uncapped };
}

/** The most that the first calls can take together. */
export function firstTokens({ parts }: WritingJob): Tokens {
  return parts.map(tokensAtMost).reduce(sumOf, { inputTokens: 0, outputTokens: 0 });
}

/** The most that the work can take, with one more call for what is missing where it is asked for in edits. */
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

/** An answer may be told as so much longer than was allowed: our count of its tokens is an estimate. */
const margin = { factor: 1.25, tokens: 200 };
/** So many UTF-16 units of text are counted at once. */
const stretchLength = 400;

/** Of output, in tokens: a call is left and booked with no more. */
export function answerLimit(request: CompletionRequest): number {
  return Math.ceil(tokensAtMost(request).outputTokens * margin.factor) + margin.tokens;
}

/**
 * Passes on what a model says. Where its text and its thoughts go well beyond what it was allowed, the rest is cut off,
 * the model is left, and 'provider-output-limit' is thrown.
 */
export function limitAnswer(
  pieces: AsyncIterable<ModelPiece>,
  request: CompletionRequest,
  tokenizer: Tokenizer | undefined,
): AsyncIterable<ModelPiece> {
  const most = answerLimit(request);
  let tokens = 0;
  let stretch = '';

  /** Of the text as much as is within the limit. */
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
          // Now, and not when somebody asks for more: whoever does not read would keep the call going.
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
