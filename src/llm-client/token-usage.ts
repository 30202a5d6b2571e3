import * as z from 'zod/mini';

import type { ModelPiece } from '#core/generation/model-piece.ts';

/** Larger than any window: what goes beyond it is no count, and a book that added it up would be wrong for good. */
const most = 100_000_000;

const tokens = z.int().check(z.nonnegative(), z.maximum(most));
const usageSchema = z.object({
  prompt_tokens: tokens.check(z.positive()),
  completion_tokens: tokens,
  total_tokens: z.optional(z.unknown()),
});

export type TokenUsage = Extract<ModelPiece, { type: 'usage' }>;

/**
 * What the provider counted; null where it did not, or counted nothing. Some leave the tokens of thinking out of
 * `completion_tokens`, though they are paid for: what the total has beyond the prompt is output.
 */
export function tokenUsage(usage: unknown): TokenUsage | null {
  if (usage === undefined || usage === null) return null;
  const parsed = usageSchema.safeParse(usage);
  if (!parsed.success) return null;
  const { prompt_tokens: inputTokens, completion_tokens: completion } = parsed.data;
  const { data: total = 0 } = tokens.safeParse(parsed.data.total_tokens);
  const outputTokens = Math.max(completion, total - inputTokens);
  return outputTokens === 0 ? null : { type: 'usage', inputTokens, outputTokens };
}
