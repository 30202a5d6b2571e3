import type { FastifyInstance } from 'fastify';

import type { Suggestions } from '#contract/suggestions.ts';
import { suggestionRequestSchema } from '#contract/suggestions.ts';
import { ProblemError } from '#core/problem/problem.ts';
import type { LinkStore } from '#server/links/link-store.ts';
import { suggestLinks } from '#server/suggestions/suggest-links.ts';

import { refuseOtherMethods } from './methods.ts';
import type { Workspaces } from './workspaces.ts';

const bodyLimit = 1024 * 1024;
/** Each goes through a whole list of links; more at once would only make all of them late. */
const atOnce = 4;

export function addSuggestionRoutes(app: FastifyInstance, links: LinkStore, workspaces: Workspaces): void {
  const running = new Set<AbortController>();
  app.addHook('preClose', async () => {
    for (const controller of running) controller.abort();
  });

  app.post('/api/suggestions', { bodyLimit }, async (request, reply): Promise<Suggestions> => {
    const wish = suggestionRequestSchema.parse(request.body);
    if (wish.content.trim() === '') throw new ProblemError('content-empty');
    if (running.size >= atOnce) throw new ProblemError('server-busy');
    const controller = new AbortController();
    reply.raw.once('close', () => controller.abort());
    running.add(controller);
    try {
      return await suggestLinks(links.all(workspaces.of(request, reply)), wish, controller.signal);
    } finally {
      running.delete(controller);
    }
  });

  refuseOtherMethods(app, '/api/suggestions', ['POST']);
}
