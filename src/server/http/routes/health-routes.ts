import type { FastifyInstance } from 'fastify';

import type { RouteParts } from './route-parts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Health checks are allowed for any host name, and answered under any load. */
    isProbe?: boolean;
  }
}

const config = { isProbe: true, pressureHandler: () => {} };

/** `/healthz`: the process is alive. `/readyz`: the server can serve requests now. */
export function addHealthRoutes(app: FastifyInstance, { readiness }: RouteParts): void {
  app.get('/healthz', { config }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', { config }, async (_request, reply) => {
    const condition = await readiness();
    const code = condition.status === 'ready' ? 200 : 503;
    return reply.code(code).header('cache-control', 'no-store').send(condition);
  });
}
