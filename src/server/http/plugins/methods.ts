import type { FastifyInstance } from 'fastify';

import { ProblemError } from '#core/errors/problem.ts';

/** Methods that change nothing. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Calls `addRoutes`. Then adds a route to each of their addresses, except patterns with `*`, that answers all other
 * methods with 405 and an `Allow` header.
 */
export function withMethodCheck(app: FastifyInstance, addRoutes: () => void): void {
  const allowedAt = new Map<string, string[]>();
  let isCollecting = true;
  app.addHook('onRoute', ({ method, url }) => {
    if (!isCollecting || url.includes('*')) return;
    const added = [method].flat().filter((each) => methods.includes(each));
    allowedAt.set(url, [...(allowedAt.get(url) ?? []), ...added]);
  });
  addRoutes();
  isCollecting = false;
  for (const [url, allowed] of allowedAt)
    app.route({
      method: methods.filter((method) => !allowed.includes(method)),
      url,
      exposeHeadRoute: false,
      onRequest: async (_request, reply) => {
        reply.header('allow', allowed.join(', '));
        throw new ProblemError('method-refused');
      },
      handler: () => null,
    });
}
