import type { ChosenLink } from '#core/link/link.ts';
import type { TokenPrice } from '#core/model/token-price.ts';
import type { Prompt } from '#core/prompt/write-prompt.ts';

/** One piece of writing: the prompt for a model that reads prompts, and what the prompt was made from. */
export type WritingJob = {
  readonly prompt: Prompt;
  readonly content: string;
  readonly links: readonly ChosenLink[];
  /** The most that the model may answer; null leaves it to the provider. */
  readonly maxOutputTokens: number | null;
  /** Null where nobody knows it, and where writing costs nothing. */
  readonly price: TokenPrice | null;
};
