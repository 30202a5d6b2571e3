/** What a model costs, in US dollars for a million tokens. */
export type TokenPrice = { readonly input: number; readonly output: number };

const million = 1_000_000;

/** In US dollars. */
export function costOf(
  { inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number },
  price: TokenPrice,
): number {
  return (inputTokens * price.input + outputTokens * price.output) / million;
}
