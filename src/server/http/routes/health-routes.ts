import type { FastifyInstance, FastifyReply } from 'fastify';

import type { Condition, Readiness } from '#server/observe/readiness.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Health checks are allowed for any host name, and answered under any load. */
    isProbe?: boolean;
  }
}

const config = { isProbe: true, pressureHandler: () => {} };

/** `/healthz`: the process is alive. `/readyz`: the server can serve requests now. */
export function addHealthRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', { config }, (_request, reply) => send(reply, 200, { status: 'ok' }));
  app.get('/readyz', { config }, async (_request, reply) => {
    const condition = await readiness();
    return send(reply, condition.status === 'ready' ? 200 : 503, condition);
  });
}

function send(reply: FastifyReply, code: number, body: Condition | { status: 'ok' }): FastifyReply {
  return reply.code(code).header('cache-control', 'no-store').send(body);
}
