import * as z from 'zod/mini';

import { defaultRelation, linkRelations } from '#core/export/link-relation.ts';
import type { ExportOptions } from '#core/export/write-source.ts';
import type { SafeStorage } from '#web/lib/storage.ts';

/** How versions are exported, remembered on this device. */
export type ExportSettings = {
  options(): ExportOptions;
  choose(chosen: Partial<ExportOptions>): void;
  subscribe(listener: () => void): () => void;
};

const settingsName = 'export';
const optionsSchema = z.object({ relation: z.enum(linkRelations), disclosure: z.boolean() });

export function createExportSettings(storage: SafeStorage): ExportSettings {
  const listeners = new Set<() => void>();
  let options = read(storage);
  return {
    options: () => options,
    choose(chosen) {
      options = { ...options, ...chosen };
      storage.write(settingsName, JSON.stringify(options));
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
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
