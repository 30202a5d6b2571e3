import type { SafeStorage } from './storage.ts';

/** Under this name, local storage has the last text with its ticks and versions. */
export const lastWorkKey = 'lastWork';

/** Under this name, local storage has `on` while results are kept, and `off` if earlier ones are still kept. */
export const keepResultsKey = 'keepResults';

/** Under this name, local storage has how versions are exported, with the disclosures that the user wrote. */
export const exportSettingsKey = 'export';

const ownDisclosure = /"disclosureTexts":\{"/u;

/** Returns whether this browser keeps the last text, results, or a disclosure that the user wrote. */
export function hasKeptWork(): boolean {
  try {
    const [work, results, exports] = [lastWorkKey, keepResultsKey, exportSettingsKey].map((key) =>
      localStorage.getItem(key),
    );
    return work !== null || results !== null || ownDisclosure.test(exports ?? '');
  } catch {
    return false;
  }
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

export function isKeepingResults(storage: Pick<SafeStorage, 'read'>): boolean {
  return storage.read(keepResultsKey) === 'on';
}

/** The beginning of a line without its Markdown marks: up to 40 characters, and the end of the word. */
const beginning = /^[#>*\s-]*(?<words>.{0,40}\S{0,40})/u;

/** Returns the first words of a text. An endless word is cut. */
export function firstWords(text: string): string {
  return beginning.exec(text.trim())?.groups?.['words'] ?? '';
}
