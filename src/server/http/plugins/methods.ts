import type { FastifyInstance } from 'fastify';

import { ProblemError } from '#core/errors/problem.ts';

/** Methods that change nothing. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Adds a route that answers all other methods at an address with 405 and an `Allow` header. */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
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
