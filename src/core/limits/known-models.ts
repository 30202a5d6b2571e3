import type { ModelLimits, Protocol, TokenPrice } from './terms.ts';

type KnownModel = ModelLimits & {
  /** In lower case, with `-` for each dot, as `findModel` writes names. */
  readonly name: string;
  /** Null: it differs between hosts, or is not one price in US dollars. */
  readonly price: TokenPrice | null;
};

type Row = readonly [names: string, window: number, output: number | null, input?: number, out?: number];

/** All rows were looked up on 2026-11-21. Sources: docs/models.md. */
const wide: readonly Row[] = [
  ['gpt-3-5-turbo', 16_385, 4_096, 0.5, 1.5],
  ['gpt-3-5-turbo-1106', 16_385, 4_096, 1, 2],
  ['gpt-4', 8_192, 8_192, 30, 60],
  ['gpt-4-turbo gpt-4-turbo-preview gpt-4-1106-preview gpt-4-0125-preview', 128_000, 4_096, 10, 30],
];

const writing: readonly Row[] = [
  ['gpt-4o', 128_000, 16_384, 2.5, 10],
  ['gpt-4o-2024-05-13', 128_000, 4_096, 5, 15],
  ['chatgpt-4o', 128_000, 16_384, 5, 15],
  ['gpt-4o-mini', 128_000, 16_384, 0.15, 0.6],
  ['gpt-4-1', 1_047_576, 32_768, 2, 8],
  ['gpt-4-1-mini', 1_047_576, 32_768, 0.4, 1.6],
  ['gpt-4-1-nano', 1_047_576, 32_768, 0.1, 0.4],
  ['gpt-5-chat gpt-5-1-chat', 128_000, 16_384, 1.25, 10],
  ['gpt-5-2-chat gpt-5-3-chat', 128_000, 16_384, 1.75, 14],
  ['claude-haiku-4-5', 200_000, 64_000, 1, 5],
  ['claude-sonnet-4-5', 200_000, 64_000, 3, 15],
  ['mistral-large-2411', 128_000, null, 2, 6],
  ['mistral-medium-3-5 mistral-medium', 256_000, null, 1.5, 7.5],
  ['mistral-large-4 mistral-large-4-0', 1_048_576, null, 0.7, 2.1],
  ['grok-3', 131_072, null, 3, 15],
  // The host sets the price of these models.
  ['llama-3-1-8b llama-3-1-8b-instant', 131_072, null],
  ['llama-3-1-70b', 131_072, null],
  ['llama-3-3-70b llama-3-3-70b-instruct-turbo', 131_072, null],
  ['llama-3-3-70b-versatile', 131_072, 32_768],
  ['qwen-2-5-72b qwen2-5-72b', 131_072, 8_192],
  ['deepseek-chat', 131_072, 8_192],
];

const reasoning: readonly Row[] = [
  ['o1', 200_000, 100_000, 15, 60],
  ['o3', 200_000, 100_000, 2, 8],
  ['o3-mini o4-mini', 200_000, 100_000, 1.1, 4.4],
  ['gpt-5 gpt-5-1', 400_000, 128_000, 1.25, 10],
  ['gpt-5-mini', 400_000, 128_000, 0.25, 2],
  ['gpt-5-nano', 400_000, 128_000, 0.05, 0.4],
  ['gpt-5-2', 400_000, 128_000, 1.75, 14],
  ['gpt-5-4', 1_050_000, 128_000, 2.5, 15],
  ['gpt-5-4-mini', 400_000, 128_000, 0.75, 4.5],
  ['gpt-5-5', 1_050_000, 128_000, 5, 30],
  ['gpt-5-6 gpt-5-6-sol', 1_050_000, 128_000, 4, 20],
  ['gpt-5-6-terra', 1_050_000, 128_000, 2, 12],
  ['gpt-5-6-luna', 1_050_000, 128_000, 0.2, 1.2],
  ['gpt-6-astra', 1_050_000, 128_000, 10, 50],
  ['claude-sonnet-4-6', 1_000_000, 128_000, 3, 15],
  ['claude-opus-4-6 claude-opus-4-7 claude-opus-4-8', 1_000_000, 128_000, 5, 25],
  ['claude-sonnet-5 claude-sonnet-5-5', 1_000_000, 128_000, 2, 10],
  ['claude-opus-5', 1_000_000, 128_000, 5, 25],
  ['claude-opus-5-5', 1_000_000, 128_000, 4, 20],
  ['claude-fable-5 claude-fable-5-1', 1_000_000, 128_000, 10, 50],
  ['gemini-2-5-pro', 1_048_576, 65_536, 1.25, 10],
  ['gemini-2-5-flash', 1_048_576, 65_536, 0.3, 2.5],
  ['gemini-2-5-flash-lite', 1_048_576, 65_536, 0.1, 0.4],
  ['gemini-3-pro gemini-3-1-pro', 1_048_576, 65_536, 2, 12],
  ['gemini-3-flash', 1_048_576, 65_536, 0.5, 3],
  ['gemini-3-5-flash', 1_048_576, 65_536, 1.5, 9],
  ['gemini-3-8-flash', 1_000_000, 65_536, 0.75, 3.75],
  ['deepseek-flash deepseek-v4-flash', 1_000_000, 384_000, 0.3, 1.2],
  ['grok-3-mini', 131_072, null, 0.3, 0.5],
  ['grok-4', 256_000, null, 3, 15],
  ['grok-4-fast grok-4-1-fast', 2_000_000, null, 0.2, 0.5],
  ['grok-4-3', 1_000_000, null, 1.25, 2.5],
  ['qwen3-8-max', 1_000_000, null, 2, 6],
  ['qwen3-8-flash', 1_000_000, null, 0.15, 0.47],
  // docs/models.md says why these models have no price.
  ['claude-haiku-5-5', 1_000_000, 128_000],
  ['deepseek-v4-pro', 1_000_000, 384_000],
];

function modelsOf(rows: readonly Row[], kind: Pick<ModelLimits, 'reasons' | 'tokenizer'>): KnownModel[] {
  return rows.flatMap(([names, contextWindow, outputLimit, input, output]) => {
    const price = input === undefined || output === undefined ? null : { input, output };
    return names.split(' ').map((name) => ({ name, contextWindow, outputLimit, price, ...kind }));
  });
}

export const knownModels: readonly KnownModel[] = [
  ...modelsOf(wide, { reasons: false, tokenizer: 'wide' }),
  ...modelsOf(writing, { reasons: false, tokenizer: 'narrow' }),
  ...modelsOf(reasoning, { reasons: true, tokenizer: 'narrow' }),
];

/** The context window of unknown models. Local servers and gateways that are set up for texts have at least this. */
export const assumedContextWindow = 32_768;

/** The window that Ollama and LM Studio use if nobody has set another, in tokens. */
export const localWindow = 4_096;

const soundsLikeReasoning = /(?:^|[-_./:])(?:o\d|r1|reason|think|qwq|gpt-oss|magistral|qwen3|qwen-3)/i;

/** Returns the limits of a model by its name. The operator's settings come first. */
export function limitsOf(
  name: string,
  set: { readonly contextWindow: number | null; readonly outputLimit: number | null },
): ModelLimits {
  const known = findModel(name);
  return {
    contextWindow: set.contextWindow ?? known?.contextWindow ?? assumedContextWindow,
    outputLimit: set.outputLimit ?? known?.outputLimit ?? null,
    reasons: known?.reasons ?? soundsLikeReasoning.test(name),
    tokenizer: known?.tokenizer ?? 'narrow',
  };
}

/** A date, a version or an alias behind the name of a known model. The model is still the same. */
const suffix =
  /^(?:[-@](?:\d{4}-\d\d-\d\d|\d{8}|\d{6}|\d{4}|instruct|latest|preview|exp|beta|v\d+))*(?:-v\d+:\d+)?$/;

/** `openai/GPT-4.1-mini` -> `gpt-4-1-mini`: hosts write the same name in many ways. */
function plainName(name: string): string {
  const last = name.trim().toLowerCase().split('/').at(-1) ?? '';
  return last
    .replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|openai|google|mistral|meta|xai)\./, '')
    .replace(/^meta-llama/, 'llama')
    .replaceAll('.', '-');
}

/** Returns the data of a known model, by its name in any spelling. Null: it is unknown. */
export function findModel(name: string): KnownModel | null {
  const plain = plainName(name);
  const fitting = knownModels.filter(
    ({ name: known }) => plain.startsWith(known) && suffix.test(plain.slice(known.length)),
  );
  return fitting.toSorted((a, b) => b.name.length - a.name.length)[0] ?? null;
}

/** A model with at most this many billion parameters is small. */
const smallSize = 14;
/** A window for which an article and its edits are too much. In tokens. */
const smallWindow = 9_216;
/** A size in a name, such as `:8b`, `-1.5b-` and `-e4b`. It says nothing of one part of several, as in `8x7b`. */
const sizeInName = /(?<![a-z\d.])e?(\d+(?:\.\d+)?)b(?![a-z\d])/g;
/** Families of small models, whose names may have no size. */
const smallFamilies = /(?<![a-z\d])(?:phi-?\d|nano|smollm\d?|tinyllama)(?![a-z])/;

/**
 * Returns the protocol for a model if nobody has set it. Small models choose bad places and lose the form of edits, so
 * they only write sentences. The window decides for models that are not known.
 */
export function protocolFor(name: string, { contextWindow }: Pick<ModelLimits, 'contextWindow'>): Protocol {
  const plain = name.trim().toLowerCase();
  const sizes = [...plain.matchAll(sizeInName)].map(([, size]) => Number(size));
  const known = findModel(name);
  // A program on this machine often gives a model less than the window that it could have.
  const isNarrow = contextWindow <= smallWindow && contextWindow !== known?.contextWindow;
  const isSmall =
    sizes.length > 0 ? Math.max(...sizes) <= smallSize : known === null && smallFamilies.test(plain);
  return isSmall || isNarrow ? 'sentences' : 'edits';
}
