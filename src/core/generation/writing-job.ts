import type { Pausable, Span } from '#core/lib/helpers.ts';
import type { Document, NumberedSentence } from '#core/document/document.ts';
import type { AskedLines, Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import type { ChosenLink } from '#core/links/link.ts';
import type { Tokenizer } from '#core/limits/tokens.ts';

/**
 * How a model is asked to answer:
 *
 * - `edits`: it reads the content, chooses the places, and answers with edits of numbered sentences.
 * - `sentences`: the places and the anchors are given, and it writes one sentence for each link. For small models.
 * - `rewrite`: it answers with three whole texts.
 */
export const protocols = ['edits', 'sentences', 'rewrite'] as const;

export type Protocol = (typeof protocols)[number];

/** What a model costs, in US dollars for a million tokens. */
export type TokenPrice = { readonly input: number; readonly output: number };

/** What a model can read and write at once, in tokens. */
export type ModelLimits = {
  /** Input and output together. */
  readonly contextWindow: number;
  /** Null: only the context window limits it. */
  readonly outputLimit: number | null;
  /** Whether it thinks before it answers. Thoughts count as output. */
  readonly reasons: boolean;
  readonly tokenizer: Tokenizer;
};

export type ContentLimits = {
  /** In UTF-16 code units, for any text and any model. */
  readonly maxContentChars: number;
  /** How a model is asked to answer. Null: the built-in writer writes. */
  readonly protocol: Protocol | null;
  /** Null: the built-in writer writes, which has no context window. */
  readonly model: ModelLimits | null;
};

/** The two messages of a chat completion. */
export type Prompt = { readonly system: string; readonly user: string };

export const callPurposes = ['write', 'repair'] as const;

export type CallPurpose = (typeof callPurposes)[number];

export type CompletionRequest = {
  /** A repair call asks for missing links. It is not repeated if it fails. */
  readonly purpose: CallPurpose;
  readonly prompt: Prompt;
  /** The limit for the answer. Null: the provider decides. */
  readonly maxOutputTokens: number | null;
};

/** A stretch of the content with its own call, and the links for it. */
export type WritingPart = CompletionRequest & { readonly span: Span; readonly links: readonly ChosenLink[] };

/** A request for one version only. It must not use the wordings in `avoid` again. */
export type OnlyVersion = { readonly version: VersionName; readonly avoid: readonly string[] };

/** The job of one generation: the content, the links, and the calls to a model. */
export type WritingJob = {
  readonly document: Document;
  readonly numbered: readonly NumberedSentence[];
  readonly links: readonly ChosenLink[];
  /** What the user wishes of the style. May be empty. */
  readonly instructions: string;
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

/** What a model sends while it writes. */
export type ModelPiece =
  /**
   * The call may cost money: the answer has begun, or may still arrive after we stopped waiting. The built-in writer
   * never sends this.
   */
  | { readonly type: 'answer' }
  | { readonly type: 'text'; readonly text: string }
  /** Output besides the text that costs as much: thoughts, and the beginning of an answer that could not be read. */
  | { readonly type: 'unread'; readonly text: string }
  /** The provider's token count, if it sends one. */
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number };

/** Gets the pieces of an answer, one after the other. The call reads on when the promise has resolved. */
export type TakePiece = (piece: ModelPiece) => void | Promise<void>;

export type Call = {
  /**
   * Resolves at the end of the answer. Rejects with the failure of the call, or of the function that takes its pieces.
   */
  readonly ended: Promise<void>;
  /** Ends the call at once. */
  readonly leave: () => void;
};

/** What the versions of one content lack. */
export type Gaps = Pick<WritingJob, 'document' | 'numbered'> & {
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
      readonly lines: AskedLines;
      /** How each link is offered if it gets no place in these lines. */
      readonly calls: readonly { readonly link: ChosenLink; readonly lines: AskedLines }[];
    }
);

/** What a generation needs: a model to call, and a writer for the links that the model leaves out. */
export type GenerationClient = {
  /** Starts one call. Throws if it must not be made. */
  readonly ask: (request: CompletionRequest, take: TakePiece) => Call;
  /** Writes what versions lack, with the built-in writer. It works for every content. */
  readonly fill: (gaps: Gaps) => Promise<readonly Filling[]>;
  /** Runs long work with pauses between its steps, and returns its result. Throws once the generation is stopped. */
  readonly inSteps: <T>(steps: Pausable<T>) => Promise<T>;
  /** Does the same, but continues after a stop, so that written versions are not lost. */
  readonly toTheEnd: <T>(steps: Pausable<T>) => Promise<T>;
  /** Whether the generation was stopped. */
  readonly isStopped: () => boolean;
};
