import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { suggestionRequestSchema } from '#contract/suggestions.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { fitsModel, contentTooLong } from '#core/limits/content-limit.ts';
import { contentBodyLimit } from '#server/http/plugins/request-limits.ts';

import type { RouteServices } from './route-services.ts';

/** Each request reads a whole list of links. The content has the same limit as in generations. */
export function addSuggestionRoutes(
  app: FastifyInstance,
  { links, workspaces, admission, threads, config: { maxContentChars } }: RouteServices,
): void {
  const bodyLimit = contentBodyLimit(maxContentChars);

  function onRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    admission.admit(request, reply);
    done();
  }

  app.post('/api/suggestions', { bodyLimit, onRequest }, async (request, reply) => {
    const asked = suggestionRequestSchema.parse(request.body);
    if (asked.content.trim() === '') throw new ProblemError('content-empty');
    const fit = fitsModel(asked.content, [], { maxContentChars, model: null, protocol: null });
    if (!fit.fits) throw contentTooLong(fit);
    const workspace = await workspaces.of(request, reply);
    const { queuePlace } = admission.claim(request);
    const leaving = new AbortController();
    reply.raw.once('close', () => leaving.abort());
    const { signal } = leaving;
    return queuePlace.inTurn(() => threads.suggest(asked, links.all(workspace), signal), signal);
  });
}
