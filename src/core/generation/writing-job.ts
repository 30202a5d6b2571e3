import type { Document } from '#core/document/document.ts';
import type { Span } from '#core/document/spans.ts';
import type { VersionName } from '#core/edits/version.ts';
import type { ContentLimits } from '#core/limits/content-limit.ts';
import type { TokenPrice } from '#core/limits/token-count.ts';
import type { ChosenLink } from '#core/links/link.ts';
import type { NumberedText } from '#core/prompt/numbered-text.ts';
import type { Prompt } from '#core/prompt/write-prompt.ts';

export const callPurposes = ['write', 'repair'] as const;

export type CallPurpose = (typeof callPurposes)[number];

/** One chat completion. */
export type CompletionRequest = {
  /** A repair asks for what is missing, and is not tried again where it fails. */
  readonly purpose: CallPurpose;
  readonly prompt: Prompt;
  /** The most that the model may answer; null leaves it to the provider. */
  readonly maxOutputTokens: number | null;
};

/** A stretch of the content that is asked about in a call of its own, with the links that go into it. */
export type WritingPart = CompletionRequest & { readonly span: Span; readonly links: readonly ChosenLink[] };

/** One version that is asked for alone, in none of the wordings to avoid. */
export type OnlyVersion = { readonly version: VersionName; readonly avoid: readonly string[] };

/** One generation's work: what is woven into what, and the calls that ask a model for it. */
export type WritingJob = {
  readonly document: Document;
  readonly numbered: NumberedText;
  readonly links: readonly ChosenLink[];
  /** Null: all three versions. */
  readonly only: OnlyVersion | null;
  /** Side by side, in the order of the content; none where no model writes. */
  readonly parts: readonly WritingPart[];
  readonly terms: WritingTerms;
};

/** What a writer takes, gives and costs. */
export type WritingTerms = ContentLimits & {
  /** Null where nobody knows it, and where writing costs nothing. */
  readonly price: TokenPrice | null;
};

/** The built-in writer has no window and costs nothing. */
export function builtInTerms({ maxContentChars }: WritingTerms): WritingTerms {
  return { maxContentChars, protocol: null, model: null, price: null };
}
