import type { Usage } from '#core/generation/finished-generation.ts';
import { formatNumber, t } from '#web/lib/language.ts';

/** Returns the tokens and the cost in one line: `This generation: 1,240 tokens in, 3,310 out, about $0.24`. */
export function messageOfUsage({ inputTokens, outputTokens, costUsd }: Usage): string {
  const tokens = { input: inputTokens, output: outputTokens };
  return costUsd === null || costUsd === 0
    ? t('This generation: {input} tokens in, {output} out', tokens)
    : t('This generation: {input} tokens in, {output} out, about {cost}', {
        ...tokens,
        cost: dollars(costUsd),
      });
}

/** Rounds to cents; less than ten cents to two significant digits. */
function dollars(amount: number): string {
  const digits =
    amount >= 0.095
      ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
      : { maximumSignificantDigits: 2, maximumFractionDigits: 20 };
  return formatNumber(amount, { style: 'currency', currency: 'USD', ...digits });
}
