import * as memory from 'fake-indexeddb';
import { vi } from 'vitest';

import { openLinkDatabase, type LinkDatabase } from '#web/links-client/cache/link-storage.ts';

/** Opens a new database in memory. Sets the browser's globals for it, which `vi.unstubAllGlobals` takes away again. */
export async function openTestDatabase(): Promise<LinkDatabase> {
  for (const [name, value] of Object.entries(memory)) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new memory.IDBFactory());
  return openLinkDatabase(() => {});
}
