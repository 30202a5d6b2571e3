import type { ContentLimits } from '#core/limits/content-limit.ts';
import type { TokenPrice } from '#core/limits/token-price.ts';

/** What a writer takes, gives and costs. */
export type WritingTerms = ContentLimits & {
  /** Null where nobody knows it, and where writing costs nothing. */
  readonly price: TokenPrice | null;
};

/** The built-in writer has no window and costs nothing. */
export function builtInTerms({ maxContentChars }: WritingTerms): WritingTerms {
  return { maxContentChars, protocol: null, model: null, price: null };
}
