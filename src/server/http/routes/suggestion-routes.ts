import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { suggestionRequestSchema, type Suggestions } from '#contract/suggestions.ts';
import { ProblemError } from '#core/errors/problem.ts';
import { fitsModel, contentTooLong } from '#core/limits/content-limit.ts';
import type { Config } from '#server/config/config.ts';
import type { Admission } from '#server/http/plugins/admission.ts';
import { contentBodyLimit } from '#server/http/plugins/bodies.ts';
import type { Workspaces } from '#server/http/plugins/workspaces.ts';
import type { LinkStore } from '#server/links/link-store.ts';

type SuggestionParts = {
  readonly links: LinkStore;
  readonly workspaces: Workspaces;
  /** Each suggestion reads a whole list of links. */
  readonly admission: Admission;
  /** Suggestions have the same limit as generations. */
  readonly config: Pick<Config, 'maxContentChars'>;
};

export function addSuggestionRoutes(
  app: FastifyInstance,
  { links, workspaces, admission, config: { maxContentChars } }: SuggestionParts,
): void {
  const bodyLimit = contentBodyLimit(maxContentChars);
  const running = new Set<AbortController>();
  app.addHook('preClose', async () => {
    for (const controller of running) controller.abort();
  });

  function onRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    admission.open(request, reply);
    done();
  }

  app.post('/api/suggestions', { bodyLimit, onRequest }, async (request, reply): Promise<Suggestions> => {
    const wish = suggestionRequestSchema.parse(request.body);
    if (wish.content.trim() === '') throw new ProblemError('content-empty');
    const fit = fitsModel(wish.content, [], { maxContentChars, model: null, protocol: null });
    if (!fit.fits) throw contentTooLong(fit);
    const workspace = await workspaces.of(request, reply);
    const { place } = admission.take(request);
    const controller = new AbortController();
    reply.raw.once('close', () => controller.abort());
    running.add(controller);
    try {
      return await place.suggest(wish, links.all(workspace), controller.signal);
    } finally {
      running.delete(controller);
    }
  });
}
