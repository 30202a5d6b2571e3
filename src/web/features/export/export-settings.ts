import * as z from 'zod/mini';

import type { DisclosureLanguage } from '#core/export/disclosure.ts';
import { linkRelations } from '#core/export/escape.ts';
import type { ExportOptions } from '#core/export/write-source.ts';
import { onWorkspaceChange } from '#web/lib/events.ts';
import { exportSettingsKey, forgetDisclosures } from '#web/lib/kept-work.ts';
import { parseStored, type SafeStorage } from '#web/lib/storage.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';

/** How this browser exports versions. It remembers each choice. */
export type ExportSettings = ReadonlyStore<ExportOptions> & {
  choose(chosen: Omit<Partial<ExportOptions>, 'disclosureTexts'>): void;
  /** Chooses the disclosure for contents in this language. Null: the default. */
  chooseDisclosure(language: DisclosureLanguage, words: string | null): void;
};

const text = z.optional(z.string());
const optionsSchema = z.object({
  relation: z.enum(linkRelations),
  disclosure: z.boolean(),
  // Older versions of the page stored no texts.
  disclosureTexts: z._default(z.object({ en: text, de: text, es: text, other: text }), {}),
});

const defaults: ExportOptions = {
  relation: 'sponsored nofollow',
  disclosure: true,
  disclosureTexts: {},
};

export function createExportSettings(storage: SafeStorage): ExportSettings {
  const read = () => parseStored(storage.read(exportSettingsKey), optionsSchema);
  const { get, set, subscribe } = createStore<ExportOptions>(read() ?? defaults);

  function choose(chosen: Partial<ExportOptions>): void {
    // Another tab may have stored a choice in the meantime. That choice stays.
    set({ ...(read() ?? get()), ...chosen });
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
    choose,
    chooseDisclosure(language, words) {
      const { disclosureTexts } = read() ?? get();
      choose({ disclosureTexts: { ...disclosureTexts, [language]: words ?? undefined } });
    },
  };
}
