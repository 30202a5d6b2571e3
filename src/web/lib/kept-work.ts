import type { SafeStorage } from './storage.ts';

/** Under this name, local storage has `on` while results are kept. */
export const keepResultsKey = 'keepResults';

export function isKeepingResults(storage: Pick<SafeStorage, 'read'>): boolean {
  return storage.read(keepResultsKey) === 'on';
}

/** Under this name, local storage has how versions are exported, with the disclosures that the user wrote. */
export const exportSettingsKey = 'export';

/** Under this name, local storage has the templates that the user gave for shops. */
export const shopTemplatesKey = 'shopTemplates';

const ownDisclosure = /"disclosureTexts":\{"/u;

/** Returns whether this browser keeps a disclosure that the user wrote. */
export function hasOwnDisclosure(storage: Pick<SafeStorage, 'read'>): boolean {
  return ownDisclosure.test(storage.read(exportSettingsKey) ?? '');
}

/**
 * Removes the disclosures that the user wrote from the stored settings. Removes all settings if they cannot be read.
 */
export function forgetDisclosures(storage: SafeStorage): void {
  const stored = storage.read(exportSettingsKey);
  if (stored === null) return;
  try {
    const others: unknown = JSON.parse(stored, (name, value: unknown) =>
      name === 'disclosureTexts' ? undefined : value,
    );
    storage.write(exportSettingsKey, JSON.stringify(others));
  } catch {
    storage.remove(exportSettingsKey);
  }
}
