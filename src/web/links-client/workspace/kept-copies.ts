import { batchSize, createTransferApi } from '#web/api/transfer-api.ts';
import type { TransferApi } from '#web/api/transfer-api.ts';

import { openLinkDatabase } from '#web/links-client/cache/link-database.ts';
import type { LinkDatabase } from '#web/links-client/cache/link-database.ts';

/** The links that this browser has kept of what it has seen. All rejects where it keeps nothing. */
export function createKeptCopies(api: Pick<TransferApi, 'importLinks'> = createTransferApi()) {
  return {
    count: () => read((database) => database.count('links')),
    async save() {
      // Oldest first: in this order they are made anew.
      const kept = await read((database) => database.getAllFromIndex('links', 'byTime'));
      const links = kept.map(({ id, url, description }) => ({ id, url, description }));
      const weigh = (index: number) =>
        (links[index]?.url.length ?? 0) + (links[index]?.description.length ?? 0);
      for (let start = 0, size = 0; start < links.length; start += size) {
        size = batchSize(weigh, start, links.length);
        await api.importLinks(links.slice(start, start + size));
      }
    },
  };
}

async function read<T>(question: (database: LinkDatabase) => Promise<T>): Promise<T> {
  const database = await openLinkDatabase(() => {});
  return question(database).finally(() => database.close());
}
