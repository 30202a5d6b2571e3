import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { spawnTestServer, type TestServerProcess } from '#server/test-server-process.ts';

const megabyte = 1024 * 1024;

let folder: string;
let server: TestServerProcess;
let port: number;
let metrics: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'linkweft-memory-'));
  server = await spawnTestServer({ DATA_DIR: folder, METRICS_PORT: '0' });
  port = Number(new URL(await server.origin()).port);
  metrics = /Metrics for Prometheus are at (\S+)/.exec(server.printed())?.[1] ?? '';
  // The memory that the first requests load does not count for later ones.
  for (let asked = 0; asked < 20; asked += 1) await post('/api/links/import', '{"links":[]}');
});
afterEach(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  await rm(folder, { recursive: true });
});

function post(address: string, body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`http://127.0.0.1:${port}${address}`, { method: 'POST', headers, body });
}

/** Returns the memory of the server process, in megabytes. */
async function residentNow(): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / megabyte;
}

const framings = {
  'content-length': { head: `content-length: ${50 * megabyte}`, block: 'x'.repeat(16_384) },
  chunked: { head: 'transfer-encoding: chunked', block: `4000\r\n${'x'.repeat(16_384)}\r\n` },
} as const;

/** Sends up to 50 MB until there is an answer. Returns its status. */
async function sendFlood(address: string, framing: keyof typeof framings): Promise<string> {
  const { head, block } = framings[framing];
  const client = connect(port, '127.0.0.1').on('error', () => {});
  const answer: string[] = [];
  client.setEncoding('utf8').on('data', (text: string) => answer.push(text));
  await once(client, 'connect');
  client.write(
    `POST ${address} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${head}\r\n\r\n`,
  );
  for (let sent = 0; sent < 50 * megabyte && answer.length === 0; sent += 16_384) {
    client.write(block);
    // Sends a little at a time, so that many requests run at once and each is read for a while.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await expect.poll(() => answer.length).toBeGreaterThan(0);
  client.destroy();
  return answer.join('').slice(9, 12);
}

test.each([
  ['/api/generations', 'chunked', '411'],
  ['/api/generations', 'content-length', '413'],
  ['/api/links/import', 'chunked', '411'],
  ['/api/links', 'chunked', '413'],
] as const)('50 posts of 50 MB at once to %s (%s) take less than 64 MB', async (address, framing, status) => {
  const before = await residentNow();
  const posts = Array.from({ length: 50 }, () => sendFlood(address, framing));
  const statuses = new Set(await Promise.all(posts));
  expect([...statuses]).toContain(status);
  // A visitor has a few places for long work. Requests without a place are refused before the body.
  expect([...statuses].filter((each) => each !== status && each !== '429')).toEqual([]);
  // 2,500 MB were sent. V8 may use up to 48 MB for young objects before it collects any.
  expect((await residentNow()) - before).toBeLessThan(64);
});

test('large posts within the limit use no more than their share of memory at once', async () => {
  const before = await residentNow();
  const length = 11 * megabyte;
  const clients = Array.from({ length: 20 }, () => {
    const client = connect(port, '127.0.0.1').on('error', () => {});
    const head = `host: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}`;
    client.write(`POST /api/links/import HTTP/1.1\r\n${head}\r\n\r\n`);
    client.write('x'.repeat(length - 1));
    return client;
  });
  const refused = clients.map((client) => once(client, 'data').then(([data]) => String(data)));
  expect(await Promise.any(refused)).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: \d+[^]*"code":"server-busy"/);
  // Smaller posts are accepted in the meantime.
  expect((await post('/api/links', '{"url":"https://a.example/"}')).status).toBe(201);
  expect((await residentNow()) - before).toBeLessThan(120);
  for (const client of clients) client.destroy();
  // The memory is free again when a client has left and when a body has been read.
  for (let asked = 0; asked < 7; asked += 1)
    await expect.poll(async () => (await post('/api/links/import', ' '.repeat(length))).status).toBe(400);
});
