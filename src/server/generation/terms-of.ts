import type { WritingTerms } from '#core/generation/writing-terms.ts';
import type { Config } from '#server/config/config.ts';

/** What the configured writer takes, gives and costs. */
export function termsOf({ model, maxContentChars }: Pick<Config, 'model' | 'maxContentChars'>): WritingTerms {
  return { maxContentChars, model: model?.limits ?? null, price: model?.price ?? null };
}
