import type { FastifyInstance } from 'fastify';

import { ProblemError } from '#core/problem/problem.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** JSON is the only body taken. Broken UTF-8 is refused: repaired, it would change a URL in silence. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    try {
      done(null, body.length === 0 ? undefined : JSON.parse(utf8.decode(body)));
    } catch (cause) {
      done(new ProblemError('request-invalid', { cause }));
    }
  });
}
