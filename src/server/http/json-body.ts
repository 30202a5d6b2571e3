import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ProblemError } from '#core/problem/problem.ts';
import type { Turns } from '#server/turns.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** What longer bodies take to read, others would notice when many of them arrive together. */
const readAtOnce = 16 * 1024;
/** Far more than the largest import or look-up is made of. */
const partLimit = 300_000;
const [quote, backslash, comma, bracket, brace] = Buffer.from('"\\,[{');

/**
 * JSON is the only body taken. Broken UTF-8 is refused: repaired, it would change a URL in silence. Long bodies are read
 * in turns.
 */
export function readJsonBodies(app: FastifyInstance, turns: Turns): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      if (body.length > readAtOnce) await turns.next();
      return readJson(body);
    },
  );
}

function readJson(body: Buffer): unknown {
  if (hasMoreParts(body, partLimit)) throw new ProblemError('request-invalid');
  try {
    return body.length === 0 ? undefined : JSON.parse(utf8.decode(body));
  } catch (cause) {
    throw new ProblemError('request-invalid', { cause });
  }
}

/** A body of nothing but `{},{},` would take a hundred times its size in memory, and all others would wait for it. */
function hasMoreParts(json: Buffer, limit: number): boolean {
  let parts = 0;
  for (let at = 0; at < json.length && parts <= limit; at += 1) {
    const byte = json[at];
    if (byte === quote) at = endOfString(json, at + 1);
    else if (byte === comma || byte === bracket || byte === brace) parts += 1;
  }
  return parts > limit;
}

function endOfString(json: Buffer, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}
