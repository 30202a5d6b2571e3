import { linkImportResultSchema, linksFoundSchema } from '#contract/links.ts';
import type { LinkImportResult } from '#contract/links.ts';
import type { LinkImport } from '#contract/link-requests.ts';
import type { Link } from '#core/links/link.ts';

import { sendForJson } from './send.ts';

export type TransferApi = {
  /** The saved links with these ids, and all with exactly these URLs. */
  lookUp(wanted: { ids: readonly string[]; urls: readonly string[] }, signal?: AbortSignal): Promise<Link[]>;
  /** Saves several links at once, oldest first. The same links may be sent again. */
  importLinks(links: LinkImport['links'], signal?: AbortSignal): Promise<LinkImportResult['results']>;
};

/** Where a file of all links is to be had. */
export const exportPaths = { csv: '/api/links/export.csv', json: '/api/links/export.json' } as const;

export function createTransferApi(origin = ''): TransferApi {
  const post = (path: string, body: unknown, signal?: AbortSignal) => ({
    method: 'POST' as const,
    path: `${origin}${path}`,
    body,
    fallback: 'storage-failed' as const,
    ...(signal === undefined ? {} : { signal }),
  });
  return {
    async lookUp(wanted, signal) {
      const { links } = await sendForJson(post('/api/links/lookup', wanted, signal), linksFoundSchema);
      return links;
    },
    async importLinks(links, signal) {
      const { results } = await sendForJson(
        post('/api/links/import', { links }, signal),
        linkImportResultSchema,
      );
      return results;
    },
  };
}
