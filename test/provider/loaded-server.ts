import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import * as z from 'zod/mini';

import { fetchWhenFree } from '#server/test-fetch-when-free.ts';
import { spawnTestServer } from '#server/test-server-process.ts';

import type { Answer } from './exchange.ts';
import { startProvider } from './provider.ts';
import { addressOf } from './visitor-address.ts';

/**
 * After this number of connections, the test waits for an answer, because the system drops connections that wait too
 * long.
 */
const openedAtOnce = 100;

/** Starts a server in its own process, with a provider, one shared list, and functions to overload it. */
export async function openLoadedServer(answer: Answer, environment: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-loaded-'));
  const provider = await startProvider(answer);
  const server = await spawnTestServer({
    DATA_DIR: folder,
    WORKSPACE: 'shared',
    METRICS_PORT: '0',
    // The tests send from many addresses, as an attacker would.
    TRUST_PROXY: 'loopback',
    SHUTDOWN_TIMEOUT: '1',
    OPENAI_BASE_URL: provider.baseUrl,
    LIMIT_GENERATIONS_PER_MINUTE: '0',
    LIMIT_GENERATIONS_PER_DAY: '0',
    BUDGET_DAILY_USD: 'off',
    ...environment,
  });
  const origin = await server.origin();
  const port = Number(new URL(origin).port);
  const metrics = /Metrics for Prometheus are at (http:\S+)/.exec(server.printed())?.[1] ?? '';
  const sockets: Socket[] = [];
  let opened = 0;
  let accepted: Promise<unknown> = Promise.resolve();

  async function post(address: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    return fetchWhenFree(origin + address, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  const answered = async () => (await fetchWhenFree(`${origin}/healthz`, {})).arrayBuffer();

  const saved = await post('/api/links', { url: 'https://a.example/', description: 'two words' });
  const { id } = z.object({ id: z.string() }).parse(await saved.json());
  const order = { content: 'One. Two. Three.', linkIds: [id] };

  return {
    origin,
    provider,
    order,
    post,
    /**
     * Opens a connection that only the server ends, because this side stays half open. Nothing is read from it unless
     * the caller reads.
     */
    async open(text: string): Promise<Socket> {
      const before = accepted;
      opened += 1;
      if (opened % openedAtOnce === 0) accepted = before.then(answered);
      await before;
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
      sockets.push(socket);
      await once(socket, 'connect');
      if (text !== '') socket.write(text);
      return socket;
    },
    leaveAll: () => sockets.splice(0).forEach((socket) => socket.destroy()),
    /** Returns a value of the server's metrics by its name with labels. 0 if nothing was counted yet. */
    async figure(name: string): Promise<number> {
      const lines = (await (await fetch(metrics)).text()).split('\n');
      return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length) ?? 0);
    },
    async close(): Promise<void> {
      sockets.forEach((socket) => socket.destroy());
      server.child.kill('SIGKILL');
      await server.ended;
      await provider.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Returns the bytes of a request for a streamed generation, from the address of this visitor. */
export function streamRequest(order: object, visitor: number): string {
  const body = JSON.stringify(order);
  const address = addressOf(visitor);
  return `POST /api/generations HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\naccept: text/event-stream\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
