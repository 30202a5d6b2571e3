import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import {
  linkChangeSchema,
  linkImportSchema,
  linkLookupSchema,
  linkRemovalSchema,
  newLinkSchema,
} from '#contract/link-requests.ts';
import { linkPageSize, linkPageSizeLimit } from '#contract/links.ts';
import { visitorOf } from '#server/generations/ledger/visitors.ts';
import type { LinkStore } from '#server/links/link-store.ts';

import type { Workspaces } from '#server/http/plugins/workspaces.ts';

/** In bytes: a thousand links with the longest URLs and descriptions fit. */
const batchLimit = 12 * 1024 * 1024;

const pageQuerySchema = z.object({
  limit: z._default(z.string().check(z.refine(isPageSize)), String(linkPageSize)),
  cursor: z.optional(z.string()),
  search: z.optional(z.string()),
});

const linkPathSchema = z.object({ id: z.string() });

export function addLinkRoutes(app: FastifyInstance, links: LinkStore, workspaces: Workspaces): void {
  app.get('/api/links', async (request, reply) => {
    const { limit, ...from } = pageQuerySchema.parse(request.query);
    return links.page(await workspaces.of(request, reply), { limit: Number(limit), ...from });
  });

  app.post('/api/links', async (request, reply) => {
    const fields = newLinkSchema.parse(request.body);
    const link = await workspaces.save(request, reply, (workspace, address) =>
      links.create(workspace, fields, address),
    );
    return reply.code(201).send(link);
  });

  app.patch('/api/links/:id', async (request, reply) => {
    const { id } = linkPathSchema.parse(request.params);
    const change = linkChangeSchema.parse(request.body);
    return links.update(await workspaces.of(request, reply), id, change, visitorOf(request.ip));
  });

  app.delete('/api/links/:id', async (request, reply) => {
    const { id } = linkPathSchema.parse(request.params);
    const { ifUpdatedAt } = linkRemovalSchema.parse(request.query);
    await links.remove(await workspaces.of(request, reply), id, ifUpdatedAt);
    return reply.code(204).send();
  });

  app.post('/api/links/lookup', { bodyLimit: batchLimit }, async (request, reply) => {
    const { ids, urls } = linkLookupSchema.parse(request.body);
    const workspace = await workspaces.of(request, reply);
    const named = await links.byIds(workspace, ids);
    const known = new Set(named.map(({ id }) => id));
    const same = await links.byUrls(workspace, urls);
    return { links: [...named, ...same.filter(({ id }) => !known.has(id))] };
  });

  app.post('/api/links/import', { bodyLimit: batchLimit }, async (request, reply) => {
    const batch = linkImportSchema.parse(request.body);
    const results = await workspaces.save(request, reply, (workspace, address) =>
      links.importMany(workspace, batch.links, address),
    );
    return { results };
  });
}

function isPageSize(text: string): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= linkPageSizeLimit;
}
