import {
  type LinkImport,
  linkBatchLimit,
  linkImportResultSchema,
  type LinkImportResult,
} from '#contract/links.ts';

import { createLinksApi, type LinksApi } from './links-api.ts';
import { sendForJson } from './send.ts';

/** The addresses of files with all links. */
export const exportPaths = { csv: '/api/links/export.csv', json: '/api/links/export.json' } as const;

export type TransferApi = Pick<LinksApi, 'lookUp'> & {
  /** Saves several links at once, oldest first. The same links may be sent again. */
  importLinks(links: LinkImport['links']): Promise<LinkImportResult['results']>;
};

export function createTransferApi(): TransferApi {
  return {
    lookUp: createLinksApi().lookUp,
    async importLinks(links) {
      const path = '/api/links/import';
      const call = { method: 'POST', path, body: { links }, fallback: 'storage-failed' } as const;
      return (await sendForJson(call, linkImportResultSchema)).results;
    },
  };
}

const bytesAtMost = 4 * 1024 * 1024;
/** The bytes of a link in a request beside its texts. */
const bytesBeside = 220;

/**
 * Returns the items, from index `start` on, that go into one request. Both their number and their bytes are limited.
 * `lengthOf` returns the number of characters of an item.
 */
export function nextBatch<Item>(
  items: readonly Item[],
  start: number,
  lengthOf: (item: Item) => number,
): readonly Item[] {
  const candidates = items.slice(start, start + linkBatchLimit);
  let bytes = 0;
  const end = candidates.findIndex((item, index) => {
    // Most letters take one byte and some take three. What the others leave covers the escapes.
    bytes += lengthOf(item) * 3 + bytesBeside;
    return index > 0 && bytes > bytesAtMost;
  });
  return end === -1 ? candidates : candidates.slice(0, end);
}
