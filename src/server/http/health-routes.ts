import type { FastifyInstance, FastifyReply } from 'fastify';

import type { Readiness } from '#server/observe/readiness.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked by machines that watch, by any host name, and answered however busy the server is. */
    isProbe?: boolean;
  }
}

const config = { isProbe: true, pressureHandler: () => {} };

/** `/healthz`: the process lives. `/readyz`: work can be done here, now. */
export function addHealthRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', { config }, (_request, reply) => send(reply, 200, 'ok'));
  app.get('/readyz', { config }, async (_request, reply) => {
    const status = await readiness();
    return send(reply, status === 'ready' ? 200 : 503, status);
  });
}

function send(reply: FastifyReply, code: number, status: string): FastifyReply {
  return reply.code(code).header('cache-control', 'no-store').send({ status });
}
