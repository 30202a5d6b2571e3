import { knownModels } from './known-models.ts';
import type { KnownModel } from './known-models.ts';
import type { Tokenizer } from './token-count.ts';

/** What a model can take and give at once, in tokens. */
export type ModelLimits = {
  /** Input and output together. */
  readonly contextWindow: number;
  /** Null: the context window alone bounds it. */
  readonly outputLimit: number | null;
  /** Thinks before it answers, and counts what it thinks as output. */
  readonly reasons: boolean;
  readonly tokenizer: Tokenizer;
};

/** Taken for models that nobody knows: what local servers and gateways give at least where they are set up for texts. */
export const assumedContextWindow = 32_768;

const soundsLikeReasoning = /(?:^|[-_./:])(?:o\d|r1|reason|think|qwq|gpt-oss|magistral|qwen3|qwen-3)/i;

/** The limits of a model by its name; what the operator has set comes first. */
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

/** What may follow a model's name without making another model of it: a date, a version, an alias. */
const suffix =
  /^(?:[-@](?:\d{4}-\d\d-\d\d|\d{8}|\d{6}|\d{4}|instruct|latest|preview|exp|beta|v\d+))*(?:-v\d+:\d+)?$/;

/** `openai/GPT-4.1-mini` -> `gpt-4-1-mini`: hosts write one name in many ways. */
function plainName(name: string): string {
  const last = name.trim().toLowerCase().split('/').at(-1) ?? '';
  return last
    .replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|openai|google|mistral|meta|xai)\./, '')
    .replace(/^meta-llama/, 'llama')
    .replaceAll('.', '-');
}

/** The figures of a well-known model, by its name as any provider writes it; null for all others. */
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
