import type { Parameter } from './parameter.ts';
import type { ProviderSettings } from './provider-settings.ts';

/** What one model refuses of a request. */
export type Quirks = {
  readonly refused: ReadonlySet<Parameter>;
  /** Takes note of a refusal. False where it was noted during this call before: asking again would be in vain. */
  note(parameter: Parameter): boolean;
  /** Keeps what was noted for all further calls: the model has accepted the rest. */
  keep(): void;
};

/** For as long as the process or the page lives. Nothing of a visitor's is in it. */
const kept = new Map<string, ReadonlySet<Parameter>>();

const otherName: Partial<Record<Parameter, Parameter>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
};

/** The quirks of a model, as far as they are known when a call begins. */
export function recallQuirks({ baseUrl, model }: ProviderSettings): Quirks {
  const name = `${model}\n${baseUrl}`;
  const refused = new Set(kept.get(name));
  const noted = new Set<Parameter>();
  return {
    refused,
    note(parameter) {
      if (noted.has(parameter)) return false;
      noted.add(parameter);
      const other = otherName[parameter];
      if (other !== undefined) refused.delete(other);
      refused.add(parameter);
      return true;
    },
    keep() {
      if (noted.size > 0) kept.set(name, refused);
    },
  };
}
