import type { SafeStorage } from './storage.ts';

/** Under this name, local storage has the last text with its ticks and versions. */
export const lastWorkKey = 'lastWork';

/** Under this name, local storage has `on` while results are kept, and `off` if earlier ones are still kept. */
export const keepResultsKey = 'keepResults';

/** Returns whether this browser keeps the last text, or results. */
export function hasKeptWork(): boolean {
  try {
    return [lastWorkKey, keepResultsKey].some((key) => localStorage.getItem(key) !== null);
  } catch {
    return false;
  }
}

/** Returns whether the user wants results to be kept. */
export function isKeepingResults(storage: Pick<SafeStorage, 'read'>): boolean {
  return storage.read(keepResultsKey) === 'on';
}
