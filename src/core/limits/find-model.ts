import { knownModels } from './known-models.ts';
import type { KnownModel } from './known-models.ts';

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
