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
  /** A repair call asks for missing links. It is not repeated if it fails. */
  readonly purpose: CallPurpose;
  readonly prompt: Prompt;
  /** The limit for the answer. Null: the provider decides. */
  readonly maxOutputTokens: number | null;
};

/** A stretch of the content with its own call, and the links for it. */
export type WritingPart = CompletionRequest & { readonly span: Span; readonly links: readonly ChosenLink[] };

/** A request for one version only, without the wordings in `avoid`. */
export type OnlyVersion = { readonly version: VersionName; readonly avoid: readonly string[] };

/** The job of one generation: the content, the links, and the calls to a model. */
export type WritingJob = {
  readonly document: Document;
  readonly numbered: NumberedText;
  readonly links: readonly ChosenLink[];
  /** Null: all three versions. */
  readonly only: OnlyVersion | null;
  /** In the order of the content. They run at the same time. Empty if no model writes. */
  readonly parts: readonly WritingPart[];
  readonly terms: WritingTerms;
};

/** The limits and the price of a writer. */
export type WritingTerms = ContentLimits & {
  /** Null: the price is unknown, or writing is free. */
  readonly price: TokenPrice | null;
};

/** The built-in writer has no context window and is free. */
export function builtInTerms({ maxContentChars }: WritingTerms): WritingTerms {
  return { maxContentChars, protocol: null, model: null, price: null };
}
