import type { Usage } from '#core/generation/generation.ts';

/** What the writing took, in a line: `This generation: 1,240 tokens in, 3,310 out, about $0.24`. */
export function usageWords({ inputTokens, outputTokens, costUsd }: Usage): string {
  const tokens = `This generation: ${inputTokens.toLocaleString('en')} tokens in, ${outputTokens.toLocaleString('en')} out`;
  return costUsd === null || costUsd === 0 ? tokens : `${tokens}, about $${dollars(costUsd)}`;
}

/** Cents, and for less than ten of them two digits that say something. */
function dollars(amount: number): string {
  if (amount >= 0.095)
    return amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return amount.toLocaleString('en', { maximumSignificantDigits: 2, maximumFractionDigits: 20 });
}
