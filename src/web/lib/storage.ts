/** Web storage that never throws. If it is blocked or full, values are lost at the end of the visit. */
export type SafeStorage = {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
};

/** `report` reports a failure to store a value in another way. */
type ReportingStorage = SafeStorage & { report(failure: unknown): void };

/** @param onBlocked Called once, at the first failure to store a value. */
export function createSafeStorage(
  find: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  onBlocked: (failure: unknown) => void,
): ReportingStorage {
  /** The values that the browser did not store. */
  const memory = new Map<string, string>();
  let isReported = false;

  function report(failure: unknown): void {
    if (!isReported) onBlocked(failure);
    isReported = true;
  }

  return {
    report,
    read(key) {
      const unstored = memory.get(key);
      if (unstored !== undefined) return unstored;
      try {
        return find().getItem(key);
      } catch (failure) {
        report(failure);
        return null;
      }
    },
    write(key, value) {
      try {
        find().setItem(key, value);
        memory.delete(key);
      } catch (failure) {
        memory.set(key, value);
        report(failure);
      }
    },
    remove(key) {
      memory.delete(key);
      try {
        find().removeItem(key);
      } catch (failure) {
        report(failure);
      }
    },
  };
}

export function isStorageFull(failure: unknown): boolean {
  return failure instanceof Error && failure.name === 'QuotaExceededError';
}

/** Parses stored JSON. Returns null if there is none, or if it has another shape. */
export function parseStored<T>(stored: string | null, schema: { parse(value: unknown): T }): T | null {
  try {
    return schema.parse(JSON.parse(stored ?? ''));
  } catch {
    return null;
  }
}

/**
 * The idempotency key of the last generation. Once it is forgotten, the next generation is a new one, even with the
 * same content and links.
 */
export const lastKey = tabEntry('lastClick');

/** The fields of a new link while the user types them. */
export const linkDraft = tabEntry('linkDraft');

/** What was typed into forms that were closed with neither Save nor Cancel. */
export const closedForms = tabEntry('closedForms');

/** The text of the field for several links. It outlives the dialog, until its links are imported. */
export const writtenLinks = { text: '' };

/** Forgets what the user has typed to save links. */
export function forgetDrafts(): void {
  linkDraft.forget();
  closedForms.forget();
  writtenLinks.text = '';
}

/** Returns functions for a value that this tab keeps over a reload. Nothing is kept if storage is blocked or full. */
function tabEntry(name: string) {
  return {
    read: () => inTab((storage) => storage.getItem(name)),
    write: (entry: string) => void inTab((storage) => storage.setItem(name, entry)),
    forget: () => void inTab((storage) => storage.removeItem(name)),
  };
}

function inTab<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

/** Shown if the browser does not store what the page writes. */
export const storageMessage =
  'This browser can’t store anything more for this page: its storage is full or blocked. Your links are still saved on the server. Your text, selection and settings last until you close this tab.';
