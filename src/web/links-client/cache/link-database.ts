import type { DBSchema, IDBPDatabase } from 'idb';

import type { Link } from '#core/links/link.ts';
import { apiError } from '#web/api/api-error.ts';
import { inTime } from '#web/api/in-time.ts';

import type { OutboxEntry } from '#web/links-client/outbox/outbox-entry.ts';

/** A link as the server last returned it. */
export type CachedLink = Link & {
  readonly seenAt: number;
  /** The estimated size. */
  readonly bytes: number;
};

type LinkSchema = DBSchema & {
  links: {
    key: string;
    value: CachedLink;
    indexes: { byTime: [createdAt: string, id: string]; bySeen: number; byUrl: string };
  };
  outbox: { key: string; value: OutboxEntry };
  /** The record about all cached links together. */
  cache: { key: string; value: { readonly bytes: number; readonly isComplete: boolean } };
};

export type LinkDatabase = IDBPDatabase<LinkSchema>;

const name = 'linkweft';
/** In milliseconds. Some browsers never answer if storage is blocked. */
const openTimeout = 3000;

/** Opens the database. `onLost` runs when the browser closes it. Rejects if the browser does not allow it in time. */
export async function openLinkDatabase(onLost: () => void): Promise<LinkDatabase> {
  // Loaded later: the first view comes from the server.
  const { openDB } = await import('idb');
  const opening = openDB<LinkSchema>(name, 1, {
    upgrade(database) {
      const links = database.createObjectStore('links', { keyPath: 'id' });
      links.createIndex('byTime', ['createdAt', 'id']);
      links.createIndex('bySeen', 'seenAt');
      links.createIndex('byUrl', 'url');
      database.createObjectStore('outbox', { keyPath: 'id' });
      database.createObjectStore('cache');
    },
    blocking: (_current, _blocked, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
      onLost();
    },
    terminated: onLost,
  });
  try {
    return await inTime(openTimeout, () => opening);
  } catch (cause) {
    void opening.then(
      (database) => database.close(),
      () => {},
    );
    throw apiError('storage-failed', { cause });
  }
}
