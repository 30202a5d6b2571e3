import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import { setImmediate as nextRound } from 'node:timers/promises';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ProblemError } from '#core/errors/problem-messages.ts';
import { serverBusy } from '#server/lib/scheduling.ts';
import { visitorOf } from '#server/lib/visitors-and-days.ts';
import type { QueuePlace } from '#server/threads/fair-queue.ts';
import type { Threads } from '#server/threads/threads.ts';

import { countedVisitor } from './identities.ts';
import { safeMethods } from './security.ts';
import type { Workspaces } from './workspaces.ts';

type AdmittedRequest = { readonly visitor: string | null; readonly queuePlace: QueuePlace };

/** Gives each request for long work a place in the queue of the threads before any of its body is read. */
export type Admission = {
  /**
   * Enters the queue of the threads. Leaves it if the request ends before `claim` is called. Throws 'rate-limited' and
   * 'server-busy'. A hook that calls it must not be async: Node would read some of a body that is refused next.
   */
  admit(request: FastifyRequest, reply: FastifyReply): void;
  /** Returns the visitor and the place, once per request. The caller must give the place up. */
  claim(request: FastifyRequest): AdmittedRequest;
};

export function createAdmission(threads: Threads, workspaces: Workspaces): Admission {
  const admitted = new WeakMap<FastifyRequest, AdmittedRequest>();
  return {
    admit(request, reply) {
      const visitor = countedVisitor(request);
      // Visitors of a shared list are distinguished only by their addresses.
      const workspace = workspaces.kind === 'own' ? workspaces.idOf(request) : null;
      const own = workspace === null ? [] : [`workspace ${workspace}`];
      const queuePlace = threads.enter(visitor === null ? [] : [`visitor ${visitor}`, ...own]);
      admitted.set(request, { visitor, queuePlace });
      reply.raw.once('close', () => {
        if (admitted.delete(request)) queuePlace.giveUp();
      });
    },
    claim(request) {
      const claimed = admitted.get(request);
      if (claimed === undefined) throw new ProblemError('stopped');
      admitted.delete(request);
      return claimed;
    },
  };
}

/** The refusals of one address in a row that cause no delay. */
const burst = 30;
/** The longest delay of a request, in milliseconds. */
const longestDelay = 5_000;
/** The largest number of addresses in memory. Above it, the address with the oldest refusal is forgotten. */
const rememberedAddresses = 10_000;

/**
 * Delays the requests of an address that are refused again and again, before any of their body is read. Passes
 * `perSecond` of them a second, so that they do not delay other visitors. Requests that only read are never delayed.
 */
export function paceRefusals(app: FastifyInstance, perSecond: number): void {
  /** The milliseconds that each refusal adds to the delay. */
  const gap = 1000 / perSecond;
  /** The time up to which an address has used its allowance. The address that was refused last is at the end. */
  const usedUpTo = new Map<string, number>();

  function countRefusal(address: string): void {
    const full = performance.now() - burst * gap;
    const used = Math.max(usedUpTo.get(address) ?? full, full) + gap;
    usedUpTo.delete(address);
    usedUpTo.set(address, used);
    const [oldest] = usedUpTo.keys();
    if (usedUpTo.size > rememberedAddresses && oldest !== undefined) usedUpTo.delete(oldest);
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (safeMethods.has(request.method)) return done();
    const wait = (usedUpTo.get(visitorOf(request.ip)) ?? 0) - performance.now();
    if (wait <= 0) return done();
    const timer = setTimeout(done, Math.min(wait, longestDelay));
    reply.raw.once('close', () => clearTimeout(timer));
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (!safeMethods.has(request.method) && isRefused(reply)) countRefusal(visitorOf(request.ip));
    done();
  });
}

/** A request whose visitor left before the answer counts as refused, because the server did the work. */
function isRefused({ raw, statusCode }: FastifyReply): boolean {
  return statusCode >= 400 || !raw.writableFinished;
}

/** In milliseconds. A client that still sends would lose an early answer if the connection closed at once. */
const lingerTime = 1_000;
/** In bytes. A shorter rest of a body is read, and the connection stays open. */
const shortRest = 16 * 1024;
/** In bytes. A longer body must have a `Content-Length`, so that a body that is too long is refused unread. */
const longestChunkedBody = 64 * 1024;
/** In bytes, for all longer bodies that arrive at the same time. Each is in memory until it is complete. */
const bodyMemory = 64 * 1024 * 1024;

/**
 * Does not read the rest of a body after its request is answered, and closes the connection. Node itself would read all
 * of it, to use the connection again. Also limits the memory for all longer bodies that arrive at the same time: throws
 * 'server-busy' if there is too little.
 */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (hasLongRest(request)) {
      reply.header('connection', 'close');
      stopReading(request);
    }
    done();
  });
  let taken = 0;
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { raw, routeOptions } = request;
    const length = lengthOf(raw);
    if (isChunked(request)) limitChunks(request);
    else if (length > longestChunkedBody && length <= (routeOptions.bodyLimit ?? 0)) {
      if (taken + length > bodyMemory) throw serverBusy();
      taken += length;
      // Called when the body has arrived or the client has left.
      finished(raw, { writable: false }, () => (taken -= length));
    }
    done();
  });
}

function lengthOf({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0);
}

function isChunked({ raw }: FastifyRequest): boolean {
  return raw.headers['transfer-encoding'] !== undefined;
}

function hasLongRest(request: FastifyRequest): boolean {
  const { raw } = request;
  return !raw.complete && (isChunked(request) || lengthOf(raw) > shortRest);
}

/** Also limits the bytes of the connection: chunks of one byte each take six times as many. */
function limitChunks({ raw, routeOptions }: FastifyRequest): void {
  const limit = Math.min(routeOptions.bodyLimit ?? 0, longestChunkedBody);
  const refusal = limit === routeOptions.bodyLimit ? 'body-too-large' : 'length-required';
  const floodLimit = raw.socket.bytesRead + 2 * limit;
  let received = 0;
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (raw.socket.bytesRead <= floodLimit && received <= limit) return;
    // This stops the reading at once. Otherwise the stream would fill its buffer until the answer is sent.
    Object.assign(raw, { _read() {} });
    raw.socket.pause();
    raw.emit('error', new ProblemError(refusal));
  });
}

function stopReading({ raw }: FastifyRequest): void {
  // Node would read an untouched body to its end after the answer.
  if (raw.readableFlowing === null) raw.read(0);
  raw.pause();
  raw.socket.destroySoon = () => linger(raw.socket);
}

/** Ends a connection, and destroys it soon if the client keeps its side open. */
export function linger(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerTime);
  socket.once('close', () => clearTimeout(timer));
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** In bytes. Parsing many longer bodies at once would delay other requests noticeably. */
const parsedAtOnce = 16 * 1024;
/** Commas and opening brackets outside strings. The largest import or look-up has far fewer. */
const maxParts = 300_000;
const [quote, backslash, comma, bracket, brace] = Buffer.from('"\\,[{');

/** The longest form of a UTF-16 code unit in JSON is an escape such as "\u0001". */
const bytesPerCodeUnit = 6;
/** Room for the field names and for the ids of more links than anybody selects. */
const linkBytes = 256 * 1024;

/** Returns the largest size in bytes of a request with a content of up to this number of UTF-16 code units. */
export function contentBodyLimit(maxContentChars: number): number {
  return maxContentChars * bytesPerCodeUnit + linkBytes;
}

/**
 * Accepts only JSON bodies. Invalid UTF-8 is refused, because a repair would silently change a URL. Long bodies are
 * parsed each in its own round of the event loop.
 */
export function readJsonBodies(app: FastifyInstance): void {
  let turn: Promise<unknown> = Promise.resolve();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      if (body.length > parsedAtOnce) await (turn = turn.then(() => nextRound()));
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

/** Searches only for quotes: reading each character of a long text would take as long as parsing it. */
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
