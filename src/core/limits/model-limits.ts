import { findModel } from './find-model.ts';
import type { Tokenizer } from './token-count.ts';

/** What a model can take and give at once, in tokens. */
export type ModelLimits = {
  /** Input and output together. */
  readonly contextWindow: number;
  /** Null: the context window alone bounds it. */
  readonly outputLimit: number | null;
  /** Thinks before it answers, and counts what it thinks as output. */
  readonly reasons: boolean;
  readonly tokenizer: Tokenizer;
};

/** Taken for models that nobody knows: what local servers and gateways give at least where they are set up for texts. */
export const assumedContextWindow = 32_768;

const soundsLikeReasoning = /(?:^|[-_./:])(?:o\d|r1|reason|think|qwq|gpt-oss|magistral|qwen3|qwen-3)/i;

/** The limits of a model by its name; what the operator has set comes first. */
export function limitsOf(
  name: string,
  set: { readonly contextWindow: number | null; readonly outputLimit: number | null },
): ModelLimits {
  const known = findModel(name);
  return {
    contextWindow: set.contextWindow ?? known?.contextWindow ?? assumedContextWindow,
    outputLimit: set.outputLimit ?? known?.outputLimit ?? null,
    reasons: known?.reasons ?? soundsLikeReasoning.test(name),
    tokenizer: known?.tokenizer ?? 'narrow',
  };
}
