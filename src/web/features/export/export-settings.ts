import * as z from 'zod/mini';

import { disclosureLanguages, disclosureLimit, type DisclosureLanguage } from '#core/export/disclosure.ts';
import { linkRelations } from '#core/export/export-format.ts';
import type { ExportOptions } from '#core/export/write-source.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import { createStore } from '#web/lib/store.ts';

export type ExportSettings = ReturnType<typeof createExportSettings>;

const settingsName = 'export';
const textsSchema = z.partialRecord(
  z.enum(disclosureLanguages),
  z.string().check(z.maxLength(disclosureLimit)),
);
const optionsSchema = z.object({
  relation: z.enum(linkRelations),
  disclosure: z.boolean(),
  disclosureTexts: z.optional(z.unknown()),
});

const defaults: ExportOptions = {
  relation: 'sponsored nofollow',
  disclosure: true,
  disclosureTexts: {},
};

/** Holds how versions are exported, and stores it on this device. */
export function createExportSettings(storage: SafeStorage) {
  const { get, set, subscribe } = createStore(readOptions(storage) ?? defaults);

  /** Another tab may have stored a choice meanwhile. It stays. */
  function choose(chosenFrom: (current: ExportOptions) => Partial<ExportOptions>): void {
    const current = readOptions(storage) ?? get();
    set({ ...current, ...chosenFrom(current) });
    storage.write(settingsName, JSON.stringify(get()));
  }

  return {
    get,
    subscribe,
    choose: (chosen: Omit<Partial<ExportOptions>, 'disclosureTexts'>) => choose(() => chosen),
    /** Chooses the disclosure for contents in this language. Null: the default. */
    chooseDisclosure(language: DisclosureLanguage, words: string | null): void {
      choose(({ disclosureTexts }) => {
        const texts = new Map(Object.entries(disclosureTexts));
        if (words === null) texts.delete(language);
        else texts.set(language, words);
        return { disclosureTexts: Object.fromEntries(texts) };
      });
    },
  };
}

function readOptions(storage: SafeStorage): ExportOptions | null {
  try {
    const { disclosureTexts, ...options } = optionsSchema.parse(JSON.parse(storage.read(settingsName) ?? ''));
    // Older pages stored no texts.
    const texts = textsSchema.safeParse(disclosureTexts);
    return { ...options, disclosureTexts: texts.success ? texts.data : {} };
  } catch {
    return null;
  }
}
