import * as z from 'zod/mini';

import type { DisclosureLanguage } from '#core/export/disclosure.ts';
import { linkRelations } from '#core/export/escape.ts';
import type { ExportOptions } from '#core/export/write-source.ts';
import { onWorkspaceChange } from '#web/lib/events.ts';
import { exportSettingsKey, forgetDisclosures } from '#web/lib/kept-work.ts';
import { parseStored, type SafeStorage } from '#web/lib/storage.ts';
import { createStore } from '#web/lib/store.ts';

export type ExportSettings = ReturnType<typeof createExportSettings>;

const text = z.optional(z.string());
const optionsSchema = z.object({
  relation: z.enum(linkRelations),
  disclosure: z.boolean(),
  // Older versions of the page stored no texts.
  disclosureTexts: z.optional(z.object({ en: text, de: text, es: text, other: text })),
});

const defaults: ExportOptions = {
  relation: 'sponsored nofollow',
  disclosure: true,
  disclosureTexts: {},
};

export function createExportSettings(storage: SafeStorage) {
  const { get, set, subscribe } = createStore(readOptions(storage) ?? defaults);

  /** Another tab may have stored a choice in the meantime. That choice stays. */
  function choose(chosenFrom: (current: ExportOptions) => Partial<ExportOptions>): void {
    const current = readOptions(storage) ?? get();
    set({ ...current, ...chosenFrom(current) });
    storage.write(exportSettingsKey, JSON.stringify(get()));
  }

  onWorkspaceChange((change) => {
    if (change !== 'deleted') return;
    forgetDisclosures(storage);
    set({ ...get(), disclosureTexts: {} });
  });

  return {
    get,
    subscribe,
    choose: (chosen: Omit<Partial<ExportOptions>, 'disclosureTexts'>) => choose(() => chosen),
    /** Chooses the disclosure for contents in this language. Null: the default. */
    chooseDisclosure(language: DisclosureLanguage, words: string | null): void {
      choose(({ disclosureTexts }) => ({
        disclosureTexts: { ...disclosureTexts, [language]: words ?? undefined },
      }));
    },
  };
}

function readOptions(storage: SafeStorage): ExportOptions | null {
  const stored = parseStored(storage.read(exportSettingsKey), optionsSchema);
  return stored && { ...stored, disclosureTexts: stored.disclosureTexts ?? {} };
}
