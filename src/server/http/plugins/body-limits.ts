import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ProblemError } from '#core/errors/problem.ts';

/** In milliseconds. A client that still sends would lose the answer if the connection closed at once. */
const lingerTime = 1_000;
/** In bytes. A shorter rest is read, and the connection stays open. */
const shortRest = 16 * 1024;
/** In bytes. A longer body must have a `Content-Length`, so that a body that is too long is refused unread. */
const longestChunkedBody = 64 * 1024;
/** The total size in bytes of the longer bodies that may arrive at the same time. Each is in memory until it is complete. */
const bodyMemory = 64 * 1024 * 1024;
/** Seconds after which such a body has usually arrived. */
const retryAfterSeconds = 5;

/**
 * Does not read the rest of a body after its request is answered, and closes the connection. Node itself would read all
 * of it, to use the connection again. Also limits the memory for all bodies that arrive at the same time.
 */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (hasLongRest(request)) {
      reply.header('connection', 'close');
      stopReading(request);
    }
    done();
  });
  const reserveMemory = createBodyMemory();
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (isChunked(request)) limitChunks(request);
    else reserveMemory(request);
    done();
  });
}

/** Reserves memory for a body until it has arrived or the client has left. Throws 'server-busy' if there is too little. */
function createBodyMemory() {
  let taken = 0;
  return ({ raw, routeOptions }: FastifyRequest): void => {
    const length = lengthOf(raw);
    if (length <= longestChunkedBody || length > (routeOptions.bodyLimit ?? 0)) return;
    if (taken + length > bodyMemory) throw new ProblemError('server-busy', { retryAfterSeconds });
    taken += length;
    finished(raw, { writable: false }, () => (taken -= length));
  };
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

/** Counts the bytes of the connection, too: in chunks of one byte each, six times as much would be read. */
function limitChunks({ raw, routeOptions }: FastifyRequest): void {
  const limit = Math.min(routeOptions.bodyLimit ?? 0, longestChunkedBody);
  const refusal = limit === routeOptions.bodyLimit ? 'body-too-large' : 'length-required';
  const floodLimit = raw.socket.bytesRead + 2 * limit;
  let received = 0;
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (raw.socket.bytesRead <= floodLimit && received <= limit) return;
    // Stop at once: the stream would go on to fill its buffer until the answer is sent.
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
