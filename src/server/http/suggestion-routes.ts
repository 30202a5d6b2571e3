import type { FastifyInstance } from 'fastify';

import type { Suggestions } from '#contract/suggestions.ts';
import { suggestionRequestSchema } from '#contract/suggestions.ts';
import { fitsModel } from '#core/model/content-limit.ts';
import { contentTooLong } from '#core/model/content-too-long.ts';
import { ProblemError } from '#core/problem/problem.ts';
import type { LinkStore } from '#server/links/link-store.ts';
import { suggestLinks } from '#server/suggestions/suggest-links.ts';

import { contentBodyLimit } from './content-body-limit.ts';
import { refuseOtherMethods } from './methods.ts';
import type { Workspaces } from './workspaces.ts';

/** Each goes through a whole list of links; more at once would only make all of them late. */
const atOnce = 4;

type SuggestionParts = {
  readonly links: LinkStore;
  readonly workspaces: Workspaces;
  /** A text that is too long to be rewritten needs no links. */
  readonly maxContentChars: number;
};

export function addSuggestionRoutes(
  app: FastifyInstance,
  { links, workspaces, maxContentChars }: SuggestionParts,
): void {
  const bodyLimit = contentBodyLimit(maxContentChars);
  const running = new Set<AbortController>();
  app.addHook('preClose', async () => {
    for (const controller of running) controller.abort();
  });

  app.post('/api/suggestions', { bodyLimit }, async (request, reply): Promise<Suggestions> => {
    const wish = suggestionRequestSchema.parse(request.body);
    if (wish.content.trim() === '') throw new ProblemError('content-empty');
    const fit = fitsModel(wish.content, [], { maxContentChars, model: null, protocol: null });
    if (!fit.fits) throw contentTooLong(fit);
    if (running.size >= atOnce) throw new ProblemError('server-busy');
    const controller = new AbortController();
    reply.raw.once('close', () => controller.abort());
    running.add(controller);
    try {
      return await suggestLinks(links.all(await workspaces.of(request, reply)), wish, controller.signal);
    } finally {
      running.delete(controller);
    }
  });

  refuseOtherMethods(app, '/api/suggestions', ['POST']);
}
