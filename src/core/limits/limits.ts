/** How a model is asked to answer: with edits of numbered sentences, or with three whole texts. */
export const protocols = ['edits', 'rewrite'] as const;

export type Protocol = (typeof protocols)[number];

/** 'wide' tokenizers, those of GPT-4 and GPT-3.5, need more tokens for text that is not plain English. */
export type Tokenizer = 'wide' | 'narrow';

export type Tokens = { readonly inputTokens: number; readonly outputTokens: number };

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
