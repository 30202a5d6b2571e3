import { estimateTokens } from '#core/limits/token-count.ts';

/** A token as providers stream them, and how many tokens of the answer have come with it. */
export type AnswerToken = { readonly text: string; readonly count: number };

/** A text in pieces of about a token each; joined, they are the text, and the last count is the text's estimate. */
export function answerTokens(text: string): AnswerToken[] {
  const texts = text.match(/ ?[\p{L}\p{M}]{1,10}|\p{N}{1,3}| ?[^\s\p{L}\p{M}\p{N}]|\s/gu) ?? [];
  // A space that stands alone is estimated at nothing; where there is no more than that, it has to count.
  const costs = texts.map((piece) => Math.max(1, estimateTokens(piece)));
  const scale = estimateTokens(text) / costs.reduce((sum, cost) => sum + cost, 0);
  let count = 0;
  return texts.map((piece, index) => {
    count += (costs[index] ?? 0) * scale;
    return { text: piece, count };
  });
}
