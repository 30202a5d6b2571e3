import * as z from 'zod/mini';

import { defaultRelation, linkRelations } from '#core/export/export-format.ts';
import type { ExportOptions } from '#core/export/write-source.ts';
import { logFailure } from '#web/lib/log.ts';
import { createSafeStorage, type SafeStorage } from '#web/lib/storage.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';

/** How versions are exported. This device remembers it. */
type ExportSettings = ReadonlyStore<ExportOptions> & {
  choose(chosen: Partial<ExportOptions>): void;
};

const settingsName = 'export';
const optionsSchema = z.object({ relation: z.enum(linkRelations), disclosure: z.boolean() });

export function createExportSettings(storage: SafeStorage): ExportSettings {
  const { get, set, subscribe } = createStore(read(storage));
  return {
    get,
    subscribe,
    choose(chosen) {
      set({ ...get(), ...chosen });
      storage.write(settingsName, JSON.stringify(get()));
    },
  };
}

function read(storage: SafeStorage): ExportOptions {
  try {
    return optionsSchema.parse(JSON.parse(storage.read(settingsName) ?? ''));
  } catch {
    return { relation: defaultRelation, disclosure: true };
  }
}

/** The export settings of this page. */
export const exportSettings = createExportSettings(
  createSafeStorage(
    () => window.localStorage,
    (failure) => logFailure('This browser does not remember how versions are exported.', failure),
  ),
);
