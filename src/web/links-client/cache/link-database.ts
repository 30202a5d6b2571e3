import type { DBSchema, IDBPDatabase } from 'idb';

import type { Link } from '#core/links/link.ts';
import { apiError } from '#web/api/api-error.ts';
import { inTime } from '#web/api/in-time.ts';

import type { OutboxEntry } from '#web/links-client/outbox/outbox-entry.ts';

/** A link as it was last seen from the server. */
export type CachedLink = Link & {
  readonly seenAt: number;
  /** About so much room it takes. */
  readonly bytes: number;
};

type LinkSchema = DBSchema & {
  links: {
    key: string;
    value: CachedLink;
    indexes: { byTime: [createdAt: string, id: string]; bySeen: number; byUrl: string };
  };
  outbox: { key: string; value: OutboxEntry };
  /** What is known of all cached links together. */
  cache: { key: string; value: { readonly bytes: number; readonly isComplete: boolean } };
};

export type LinkDatabase = IDBPDatabase<LinkSchema>;

const name = 'linkweft';
/** Some browsers never answer where storage is blocked. In milliseconds. */
const patience = 3000;

/** Opens what the browser keeps of the links. Rejects where it does not let us, or not in time. */
export async function openLinkDatabase(onLost: () => void): Promise<LinkDatabase> {
  // Not needed for the first look, which is what the server says.
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
    return await inTime(patience, () => opening);
  } catch (cause) {
    void opening.then(
      (database) => database.close(),
      () => {},
    );
    throw apiError('storage-failed', { cause });
  }
}
