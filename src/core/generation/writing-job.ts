import type { Document } from '#core/document/document.ts';
import type { NumberedSentence } from '#core/document/numbered-sentences.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { Span } from '#core/lib/helpers.ts';
import type { Tokens, WritingTerms } from '#core/limits/terms.ts';
import { instructionTokens, repairShare, sumOf, tokensAtMost } from '#core/limits/tokens.ts';
import type { ChosenLink } from '#core/links/link.ts';
import type { CompletionRequest, OnlyVersion } from '#core/prompt/prompt.ts';

/** A stretch of the content with its own call, and the links for it. */
export type WritingPart = CompletionRequest & { readonly span: Span; readonly links: readonly ChosenLink[] };

/** The job of one generation: the content, the links, and the calls to a model. */
export type WritingJob = {
  readonly document: Document;
  readonly numbered: readonly NumberedSentence[];
  readonly links: readonly ChosenLink[];
  /** Those of them that the content links already, or that a relink puts into it. */
  readonly covered: readonly ChosenLink[];
  /** In the order of the content. Each version has them. */
  readonly relinks: readonly Edit[];
  /** What the user wishes of the style. May be empty. */
  readonly instructions: string;
  /** Null: all three versions. */
  readonly only: OnlyVersion | null;
  /** In the order of the content. They run at the same time. Empty if no model writes. */
  readonly parts: readonly WritingPart[];
  readonly terms: WritingTerms;
};

const noTokens: Tokens = { inputTokens: 0, outputTokens: 0 };

function firstTokens({ parts }: WritingJob): Tokens {
  return parts.map(tokensAtMost).reduce(sumOf, noTokens);
}

/** Returns the most tokens that the job can use, including the repair call for edits. */
export function tokensOfJob(job: WritingJob): Tokens {
  const first = firstTokens(job);
  return usesEdits(job) ? sumOf(first, repairTokens(job, first)) : first;
}

/**
 * Returns the most tokens that the repair call can use: its share, and the instructions once more. If sentences are
 * requested, it is a call like the others, and may use as much as the dearest of them.
 *
 * @param first the most tokens of the first calls
 */
export function repairTokens(job: WritingJob, first = firstTokens(job)): Tokens {
  if (job.terms.protocol === 'sentences') return job.parts.map(tokensAtMost).reduce(mostOf, noTokens);
  const { inputTokens, outputTokens } = first;
  return {
    inputTokens: Math.ceil(inputTokens * repairShare) + instructionTokens(job.instructions),
    outputTokens: Math.ceil(outputTokens * repairShare),
  };
}

export function usesEdits({ terms, only }: Pick<WritingJob, 'terms' | 'only'>): boolean {
  return terms.protocol === 'edits' || terms.protocol === 'sentences' || only !== null;
}

function mostOf(a: Tokens, b: Tokens): Tokens {
  return {
    inputTokens: Math.max(a.inputTokens, b.inputTokens),
    outputTokens: Math.max(a.outputTokens, b.outputTokens),
  };
}
