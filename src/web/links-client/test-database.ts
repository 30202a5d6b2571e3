import * as memory from 'fake-indexeddb';
import { vi } from 'vitest';

import { openLinkDatabase, type LinkDatabase } from '#web/links-client/storage/link-storage.ts';

/** Sets the browser's globals for new databases in memory. `vi.unstubAllGlobals` removes them. */
export function useTestDatabases(): void {
  for (const [name, value] of Object.entries(memory)) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new memory.IDBFactory());
}

/** Opens a new database in memory. */
export async function openTestDatabase(): Promise<LinkDatabase> {
  useTestDatabases();
  return openLinkDatabase(() => {});
}
