import { repairShare } from '#core/limits/parts-limit.ts';
import { inputTokensAtMost } from '#core/limits/token-count.ts';

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
