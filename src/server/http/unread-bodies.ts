import type { Socket } from 'node:net';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ProblemError } from '#core/problem/problem.ts';

/** A client that still sends needs a moment to see the answer: closed at once, its network would drop it. */
const lingerTime = 1_000;
/** A rest that is shorter is read, and the connection lives on. */
const shortRest = 16 * 1024;
/** What has left the network already when a reading is stopped. */
const readAhead = 64 * 1024;

/**
 * Whoever is answered before their body has arrived keeps the rest: it is not read, and the connection ends.
 * Node itself would read all of it, however long it is, to use the connection again.
 */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (hasMuchToCome(request)) {
      reply.header('connection', 'close');
      stopReading(request);
    }
    done();
  });
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (isChunked(request)) boundChunks(request);
    done();
  });
}

function isChunked({ raw }: FastifyRequest): boolean {
  return raw.headers['transfer-encoding'] !== undefined;
}

function hasMuchToCome(request: FastifyRequest): boolean {
  const { raw } = request;
  const length = Number(raw.headers['content-length'] ?? 0);
  return !raw.complete && (isChunked(request) || length > shortRest);
}

/** The limit of a body counts its content alone: in chunks of a byte each, six times as much would be read. */
function boundChunks({ raw, routeOptions }: FastifyRequest): void {
  const limit = routeOptions.bodyLimit ?? 0;
  const floodLimit = raw.socket.bytesRead + Math.max(limit / 2, limit - readAhead);
  let received = 0;
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length;
    const isFlood = raw.socket.bytesRead > floodLimit;
    if (!isFlood && received <= limit) return;
    // At once: until the answer is on its way, a stream would go on to fill its buffer.
    Object.assign(raw, { _read() {} });
    raw.socket.pause();
    if (isFlood) raw.emit('error', new ProblemError('body-too-large'));
  });
}

function stopReading({ raw }: FastifyRequest): void {
  // A body that nobody has begun to read would be read to its end once the answer is sent.
  if (raw.readableFlowing === null) raw.read(0);
  raw.pause();
  raw.socket.destroySoon = () => linger(raw.socket);
}

function linger(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerTime);
  socket.once('close', () => clearTimeout(timer));
}
