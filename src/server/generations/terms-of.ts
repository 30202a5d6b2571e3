import type { WritingTerms } from '#core/generation/writing-job.ts';
import type { Config } from '#server/config/config.ts';

/** What the configured writer takes, gives and costs. */
export function termsOf({
  model,
  maxContentChars,
  protocol,
}: Pick<Config, 'model' | 'maxContentChars' | 'protocol'>): WritingTerms {
  return { maxContentChars, protocol, model: model?.limits ?? null, price: model?.price ?? null };
}
