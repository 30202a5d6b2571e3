import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ProblemError } from '#core/errors/problem.ts';
import type { EventLoopScheduler } from '#server/event-loop-scheduler.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** In bytes. Parsing many longer bodies at once would delay other requests noticeably. */
const parsedAtOnce = 16 * 1024;
/** Commas and opening brackets outside strings. The largest import or look-up has far fewer. */
const maxParts = 300_000;
const [quote, backslash, comma, bracket, brace] = Buffer.from('"\\,[{');

/** The longest way to write a UTF-16 code unit in JSON is an escape such as "\u0001". */
const bytesPerCodeUnit = 6;
/** Room for the field names and for the ids of more links than anybody selects. */
const linkBytes = 256 * 1024;

/** Returns the largest size in bytes of a request with a content of up to this number of UTF-16 code units. */
export function contentBodyLimit(maxContentChars: number): number {
  return maxContentChars * bytesPerCodeUnit + linkBytes;
}

/**
 * Accepts only JSON bodies. Invalid UTF-8 is refused, because a repair would silently change a URL. Long bodies are
 * parsed one after another, with room for other work in between.
 */
export function readJsonBodies(app: FastifyInstance, scheduler: EventLoopScheduler): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      if (body.length > parsedAtOnce) await scheduler.yield();
      return parseJson(body);
    },
  );
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    const json = utf8.decode(body);
    if (!hasMoreParts(json, maxParts)) return JSON.parse(json);
  } catch (cause) {
    throw new ProblemError('request-invalid', { cause });
  }
  throw new ProblemError('request-invalid');
}

/** A body like `{},{},` would need a hundred times its size in memory, and parsing it would block the event loop. */
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

/** Jumps from quote to quote: reading each character of a long text would take as long as parsing it. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start); end >= 0; end = json.indexOf('"', end + 1))
    if (!isEscaped(json, start, end)) return end;
  return json.length;
}

/** Returns whether an odd number of backslashes precedes the position. */
function isEscaped(json: string, start: number, at: number): boolean {
  let first = at;
  while (first > start && json.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}
