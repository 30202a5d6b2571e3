import * as z from 'zod/mini';

import { linkRelations } from '#core/export/export-format.ts';
import type { ExportOptions } from '#core/export/write-source.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import { createStore } from '#web/lib/store.ts';

export type ExportSettings = ReturnType<typeof createExportSettings>;

const settingsName = 'export';
const optionsSchema = z.object({ relation: z.enum(linkRelations), disclosure: z.boolean() });

/** Holds how versions are exported, and stores it on this device. */
export function createExportSettings(storage: SafeStorage) {
  const { get, set, subscribe } = createStore(readOptions(storage));
  return {
    get,
    subscribe,
    choose(chosen: Partial<ExportOptions>): void {
      set({ ...get(), ...chosen });
      storage.write(settingsName, JSON.stringify(get()));
    },
  };
}

function readOptions(storage: SafeStorage): ExportOptions {
  try {
    return optionsSchema.parse(JSON.parse(storage.read(settingsName) ?? ''));
  } catch {
    return { relation: 'sponsored nofollow', disclosure: true };
  }
}
