/** 'wide' tokenizers, those of GPT-4 and GPT-3.5, need more tokens for text that is not plain English. */
export type Tokenizer = 'wide' | 'narrow';

/**
 * The form in which a model answers:
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
  /** The form of the answer. Null: the built-in writer writes. */
  readonly protocol: Protocol | null;
  /** Null: the built-in writer writes, which has no context window. */
  readonly model: ModelLimits | null;
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

export type Tokens = { readonly inputTokens: number; readonly outputTokens: number };

/** The most characters of the user's instructions, in UTF-16 units without blanks around them. */
export const instructionsLimit = 300;
