import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { linkChangeSchema, newLinkSchema } from '#contract/link-requests.ts';
import { linkPageSize, linkPageSizeLimit } from '#contract/links.ts';
import type { LinkStore } from '#server/links/link-store.ts';

import { refuseOtherMethods } from './methods.ts';
import type { Workspaces } from './workspaces.ts';

const pageQuerySchema = z.object({
  limit: z._default(z.string().check(z.refine(isPageSize)), String(linkPageSize)),
  cursor: z.optional(z.string()),
  search: z.optional(z.string()),
});

const linkPathSchema = z.object({ id: z.string() });

export function addLinkRoutes(app: FastifyInstance, links: LinkStore, workspaces: Workspaces): void {
  app.get('/api/links', (request, reply) => {
    const { limit, ...from } = pageQuerySchema.parse(request.query);
    return links.page(workspaces.of(request, reply), { limit: Number(limit), ...from });
  });

  app.post('/api/links', async (request, reply) => {
    const fields = newLinkSchema.parse(request.body);
    const link = await links.create(workspaces.forSaving(request, reply), fields);
    return reply.code(201).send(link);
  });

  app.patch('/api/links/:id', (request, reply) => {
    const { id } = linkPathSchema.parse(request.params);
    return links.update(workspaces.of(request, reply), id, linkChangeSchema.parse(request.body));
  });

  app.delete('/api/links/:id', async (request, reply) => {
    const { id } = linkPathSchema.parse(request.params);
    await links.remove(workspaces.of(request, reply), id);
    return reply.code(204).send();
  });

  refuseOtherMethods(app, '/api/links', ['GET', 'POST']);
  refuseOtherMethods(app, '/api/links/:id', ['PATCH', 'DELETE']);
}

function isPageSize(text: string): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= linkPageSizeLimit;
}
