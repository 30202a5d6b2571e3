import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

import { portOf } from '#provider/port-of.ts';

import type { DeadEnd } from './fault.ts';

/** Listens with room for one connection, and sleeps from then on: it never accepts any. */
const sleeper = `
const { parentPort } = require('node:worker_threads');
const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

const mostConnections = 32;

/**
 * An address that swallows whatever knocks: once the room of a listener that never accepts is filled, the system drops
 * each further attempt to connect without a word, as a firewall does.
 */
export async function openBlackHole(): Promise<DeadEnd> {
  const worker = new Worker(sleeper, { eval: true });
  const [port]: unknown[] = await once(worker, 'message');
  const open = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(open, 'listening');
  const fillers: Socket[] = [];
  for (let isFull = false; !isFull && fillers.length < mostConnections;) {
    const filler = knock(Number(port));
    fillers.push(filler);
    // Where there is room, the system connects at once: before it connects those who knock elsewhere later.
    await once(knock(portOf(open)), 'close');
    isFull = filler.connecting;
  }
  open.close();
  return {
    baseUrl: `http://127.0.0.1:${Number(port)}/v1`,
    async close() {
      for (const filler of fillers) filler.destroy();
      await worker.terminate();
    },
  };
}

function knock(port: number): Socket {
  return connect(port, '127.0.0.1')
    .on('error', () => undefined)
    .resume();
}
