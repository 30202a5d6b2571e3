import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ProblemError } from '#core/errors/problem.ts';
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
  if (body.length === 0) return undefined;
  try {
    const json = utf8.decode(body);
    if (!hasMoreParts(json, partLimit)) return JSON.parse(json);
  } catch (cause) {
    throw new ProblemError('request-invalid', { cause });
  }
  throw new ProblemError('request-invalid');
}

/** A body of nothing but `{},{},` would take a hundred times its size in memory, and all others would wait for it. */
function hasMoreParts(json: string, limit: number): boolean {
  if (json.length <= limit) return false;
  let parts = 0;
  for (let at = 0; at < json.length && parts <= limit; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at + 1);
    else if (code === comma || code === bracket || code === brace) parts += 1;
  }
  return parts > limit;
}

/** From quote to quote: to look at each character of a long text would take as long as to parse it. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start); end >= 0; end = json.indexOf('"', end + 1))
    if (!isEscaped(json, start, end)) return end;
  return json.length;
}

/** Whether an odd number of backslashes stands before. */
function isEscaped(json: string, start: number, at: number): boolean {
  let first = at;
  while (first > start && json.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}
