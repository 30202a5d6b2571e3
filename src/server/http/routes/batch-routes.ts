import type { FastifyInstance } from 'fastify';

import { linkImportSchema, linkLookupSchema } from '#contract/link-requests.ts';
import type { LinkStore } from '#server/links/link-store.ts';

import type { Workspaces } from '#server/http/plugins/workspaces.ts';

/** In bytes: a thousand links with the longest URLs and descriptions fit. */
const bodyLimit = 12 * 1024 * 1024;

/** Routes for many links with one request: a look-up by id or URL, and an import. */
export function addBatchRoutes(app: FastifyInstance, links: LinkStore, workspaces: Workspaces): void {
  app.post('/api/links/lookup', { bodyLimit }, async (request, reply) => {
    const { ids, urls } = linkLookupSchema.parse(request.body);
    const workspace = await workspaces.of(request, reply);
    const named = await links.byIds(workspace, ids);
    const known = new Set(named.map(({ id }) => id));
    const same = await links.byUrls(workspace, urls);
    return { links: [...named, ...same.filter(({ id }) => !known.has(id))] };
  });

  app.post('/api/links/import', { bodyLimit }, async (request, reply) => {
    const batch = linkImportSchema.parse(request.body);
    const results = await workspaces.save(request, reply, (workspace, address) =>
      links.importMany(workspace, batch.links, address),
    );
    return { results };
  });
}
