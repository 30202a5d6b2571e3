import type { FastifyInstance } from 'fastify';

import { describeApi } from '#server/http/openapi/document.ts';

/** Serves the OpenAPI description of all routes. It is written at the first request. */
export function addDocumentRoute(app: FastifyInstance, basePath: string): void {
  let document: string | null = null;
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(describeApi(basePath));
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
