import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

import { portOf } from '#provider/port-of.ts';

import type { UnreachableAddress } from './fault.ts';

/** Listens with a backlog of one connection and then blocks its thread, so that it accepts no connection. */
const sleeper = `
const { parentPort } = require('node:worker_threads');
const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

const mostConnections = 32;

/**
 * Opens an address that never answers a connection attempt: when the backlog of a listener that never accepts is full,
 * the system silently drops further attempts, as a firewall does.
 */
export async function openBlackHole(): Promise<UnreachableAddress> {
  const worker = new Worker(sleeper, { eval: true });
  const [port]: unknown[] = await once(worker, 'message');
  const open = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(open, 'listening');
  const fillers: Socket[] = [];
  for (let isFull = false; !isFull && fillers.length < mostConnections;) {
    const filler = connectTo(Number(port));
    fillers.push(filler);
    // If the backlog has room, the earlier connections are made at once, before this later connection to another port.
    await once(connectTo(portOf(open)), 'close');
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

function connectTo(port: number): Socket {
  return connect(port, '127.0.0.1')
    .on('error', () => undefined)
    .resume();
}
