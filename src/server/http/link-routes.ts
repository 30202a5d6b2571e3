import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { linkChangeSchema, linkPageSize, linkPageSizeLimit, newLinkSchema } from '#contract/links.ts';
import type { LinkStore } from '#server/links/link-store.ts';

import { refuseOtherMethods } from './methods.ts';
import { sharedWorkspace } from './workspace.ts';

const pageQuerySchema = z.object({
  limit: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,3}$/)),
      z.pipe(z.transform(Number), z.number().check(z.minimum(1), z.maximum(linkPageSizeLimit))),
    ),
    linkPageSize,
  ),
  cursor: z.optional(z.string()),
});

const linkPathSchema = z.object({ id: z.string() });

export function addLinkRoutes(app: FastifyInstance, links: LinkStore): void {
  app.get('/api/links', (request) => links.page(sharedWorkspace, pageQuerySchema.parse(request.query)));

  app.post('/api/links', async (request, reply) => {
    const link = await links.create(sharedWorkspace, newLinkSchema.parse(request.body));
    return reply.code(201).send(link);
  });

  app.patch('/api/links/:id', (request) => {
    const { id } = linkPathSchema.parse(request.params);
    return links.update(sharedWorkspace, id, linkChangeSchema.parse(request.body));
  });

  app.delete('/api/links/:id', async (request, reply) => {
    const { id } = linkPathSchema.parse(request.params);
    await links.remove(sharedWorkspace, id);
    return reply.code(204).send();
  });

  refuseOtherMethods(app, '/api/links', ['GET', 'POST']);
  refuseOtherMethods(app, '/api/links/:id', ['PATCH', 'DELETE']);
}
