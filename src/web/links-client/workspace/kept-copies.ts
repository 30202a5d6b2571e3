import { batchSize, createTransferApi, type TransferApi } from '#web/api/transfer-api.ts';

import { openLinkDatabase, type LinkDatabase } from '#web/links-client/cache/link-database.ts';

/** The links in this browser's cache. All methods reject if the browser stores nothing. */
export function createKeptCopies(api: Pick<TransferApi, 'importLinks'> = createTransferApi()) {
  return {
    count: () => read((database) => database.count('links')),
    async save() {
      // Oldest first, so that the new list has the same order.
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
