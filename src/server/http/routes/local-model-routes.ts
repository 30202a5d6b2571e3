import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { LocalModels as Answer } from '#contract/local-models.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { isFromOwnPage, isOnLoopback } from '#server/http/plugins/security.ts';

import type { RouteServices } from './route-services.ts';

/** Lists the models on this machine for a page on this machine. With `?known`, nobody is asked again. */
export function addLocalModelRoutes(
  app: FastifyInstance,
  { localModels }: Pick<RouteServices, 'localModels'>,
): void {
  async function lookFor(request: FastifyRequest): Promise<Answer> {
    // The look reaches other programs, so no other site may cause it.
    if (!isFromOwnPage(request)) throw new ProblemError('cross-site-refused');
    if (!isOnLoopback(request) || wasForwarded(request)) return { models: null };
    const isKnown = new URLSearchParams(request.url.split('?')[1]).has('known');
    const models = isKnown
      ? localModels.known()
      : await localModels.look(`http://${request.headers.host?.toLowerCase()}`);
    return { models: models === null ? null : [...models] };
  }

  app.get('/api/local-models', (request) => lookFor(request));
}

/** Headers of a proxy: its visitor may be anywhere. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

function wasForwarded({ headers }: FastifyRequest): boolean {
  return proxyHeaders.some((name) => headers[name] !== undefined);
}
