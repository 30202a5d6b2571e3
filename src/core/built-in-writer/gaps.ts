import type { Document } from '#core/document/document.ts';
import type { NumberedSentence } from '#core/document/numbered-sentences.ts';
import type { LinesRequest, Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import type { Span } from '#core/lib/helpers.ts';
import type { ChosenLink } from '#core/links/link.ts';

/** What the versions of one content lack. */
export type Gaps = {
  readonly document: Document;
  readonly numbered: readonly NumberedSentence[];
  readonly versions: readonly {
    readonly name: VersionName;
    /** The links without a place. */
    readonly links: readonly ChosenLink[];
    /** Those of them that are only offered, because the model left them out on purpose. */
    readonly skipped: readonly ChosenLink[];
    /** The edits that the version has already. */
    readonly edits: readonly Edit[];
  }[];
  /** Wordings that must not be used again. */
  readonly avoid: readonly string[];
};

/** What the built-in writer does in a version: it links words of the author, or adds lines. */
export type Filling = {
  readonly version: VersionName;
  /** Whether the links are only offered: they fit no passage of a version that keeps the text, or were left out. */
  readonly isOffer: boolean;
} & (
  | { readonly link: ChosenLink; readonly over: Span }
  | {
      readonly lines: LinesRequest;
      /** How each link is offered if it gets no place in these lines. */
      readonly calls: readonly { readonly link: ChosenLink; readonly lines: LinesRequest }[];
    }
);
