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
 * Returns how many links, from index `start` on, go into one request. Both their number and their bytes are limited.
 * `sizes` returns the number of characters of a link.
 */
export function batchSize(sizes: (index: number) => number, start: number, total: number): number {
  let bytes = 0;
  let size = 0;
  while (size < linkBatchLimit && start + size < total) {
    // Most letters take one byte and some take three. What the others leave covers the escapes.
    bytes += sizes(start + size) * 3 + bytesBeside;
    if (size > 0 && bytes > bytesAtMost) break;
    size += 1;
  }
  return size;
}
