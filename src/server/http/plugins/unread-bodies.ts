import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ProblemError } from '#core/errors/problem.ts';

/** A client that still sends needs a moment to see the answer: closed at once, its network would drop it. */
const lingerTime = 1_000;
/** A rest that is shorter is read, and the connection lives on. */
const shortRest = 16 * 1024;
/** Whoever sends more says beforehand how much it is (`Content-Length`), so that too much is refused unread. */
const untoldLength = 64 * 1024;
/** What larger bodies that are on their way may have together: each waits in memory until it is there as a whole. */
const roomForBodies = 64 * 1024 * 1024;
/** Seconds in which such a body has usually arrived. */
const roomWait = 5;

/**
 * Whoever is answered before their body has arrived keeps the rest: it is not read, and the connection ends.
 * Node itself would read all of it, however long it is, to use the connection again.
 * Bodies that are on their way take a bounded part of the memory, however many they are.
 */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (hasMuchToCome(request)) {
      reply.header('connection', 'close');
      stopReading(request);
    }
    done();
  });
  const takeRoom = createRoom();
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (isChunked(request)) boundChunks(request);
    else takeRoom(request);
    done();
  });
}

/** Gives a body its room until it has arrived or its sender has left. Throws where too many others are on their way. */
function createRoom() {
  let taken = 0;
  return ({ raw, routeOptions }: FastifyRequest): void => {
    const length = lengthOf(raw);
    if (length <= untoldLength || length > (routeOptions.bodyLimit ?? 0)) return;
    if (taken + length > roomForBodies)
      throw new ProblemError('server-busy', { retryAfterSeconds: roomWait });
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

function hasMuchToCome(request: FastifyRequest): boolean {
  const { raw } = request;
  return !raw.complete && (isChunked(request) || lengthOf(raw) > shortRest);
}

/** Counts also what stands around the content: in chunks of a byte each, six times as much would be read. */
function boundChunks({ raw, routeOptions }: FastifyRequest): void {
  const limit = Math.min(routeOptions.bodyLimit ?? 0, untoldLength);
  const refusal = limit === routeOptions.bodyLimit ? 'body-too-large' : 'length-required';
  const floodLimit = raw.socket.bytesRead + 2 * limit;
  let received = 0;
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (raw.socket.bytesRead <= floodLimit && received <= limit) return;
    // At once: until the answer is on its way, a stream would go on to fill its buffer.
    Object.assign(raw, { _read() {} });
    raw.socket.pause();
    raw.emit('error', new ProblemError(refusal));
  });
}

function stopReading({ raw }: FastifyRequest): void {
  // A body that nobody has begun to read would be read to its end once the answer is sent.
  if (raw.readableFlowing === null) raw.read(0);
  raw.pause();
  raw.socket.destroySoon = () => linger(raw.socket);
}

/** Ends a connection: at once for whoever reads, and soon for whoever would keep their side open. */
export function linger(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerTime);
  socket.once('close', () => clearTimeout(timer));
}
