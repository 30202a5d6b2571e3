import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import type { DeadEnd } from './fault.ts';

/** Listens with room for one connection, and sleeps before it could accept any. */
const sleeper = `
const { parentPort } = require('node:worker_threads');
const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
});`;

const mostConnections = 32;
/** A busy machine takes a while to connect where there is room, in milliseconds. */
const connectPatience = 800;

/**
 * An address that swallows whatever knocks: once the room of a listener that never accepts is filled, the system drops
 * each further attempt to connect without a word, as a firewall does.
 */
export async function openBlackHole(): Promise<DeadEnd> {
  const worker = new Worker(sleeper, { eval: true });
  const [port]: unknown[] = await once(worker, 'message');
  const fillers: Socket[] = [];
  for (let isFull = false; !isFull && fillers.length < mostConnections;) {
    const filler = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    fillers.push(filler);
    isFull = !(await Promise.race([once(filler, 'connect').then(() => true), sleep(connectPatience, false)]));
  }
  return {
    baseUrl: `http://127.0.0.1:${Number(port)}/v1`,
    async close() {
      for (const filler of fillers) filler.destroy();
      await worker.terminate();
    },
  };
}
