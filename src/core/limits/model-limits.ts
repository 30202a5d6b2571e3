import { knownModels, type KnownModel } from './known-models.ts';
import type { Tokenizer } from './token-count.ts';

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

/** For unknown models. Local servers and gateways that are set up for texts allow at least this. */
export const assumedContextWindow = 32_768;

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

/** A date, a version or an alias behind a name does not make it another model. */
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
    (model) => plain.startsWith(model.name) && suffix.test(plain.slice(model.name.length)),
  );
  return fitting.reduce<KnownModel | null>(
    (best, model) => (best === null || model.name.length > best.name.length ? model : best),
    null,
  );
}
