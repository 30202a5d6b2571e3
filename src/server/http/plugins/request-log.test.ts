import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { spawnTestServer } from '#server/test-server-process.ts';

import { createRequestIds } from './request-log.ts';

/** Returns the id of a request to this address of this machine. The request has the given id. */
async function idFor(trustedProxies: readonly string[], given: string, address: string): Promise<string> {
  const idOf = createRequestIds(trustedProxies);
  const server = createServer((request, response) => response.end(idOf(request))).listen(0, '::');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : 0;
  const answer = await fetch(`http://${address}:${port}/`, { headers: { 'x-request-id': given } });
  const id = await answer.text();
  server.close();
  server.closeAllConnections();
  return id;
}

const random = /^[\da-f]{8}-[\da-f-]{27}$/;

test.each([
  [['loopback'], '127.0.0.1'],
  [['10.0.0.1', '127.0.0.0/8'], '127.0.0.1'],
  [['::1'], '[::1]'],
])('a request keeps the id that a trusted proxy gave it (%j, %s)', async (trusted, address) => {
  expect(await idFor(trusted, 'edge-0123.45', address)).toBe('edge-0123.45');
});

test('an id from an unknown address is replaced, and so is an id of a trusted proxy that is not valid', async () => {
  expect(await idFor([], 'edge-0123.45', '127.0.0.1')).toMatch(random);
  expect(await idFor(['10.0.0.0/8', 'uniquelocal', 'fe80::/10'], 'edge-0123.45', '127.0.0.1')).toMatch(
    random,
  );
  for (const given of ['short', 'a'.repeat(65), 'two words', '{"level":60}'])
    expect(await idFor(['loopback'], given, '127.0.0.1')).toMatch(random);
});

test.each([
  [{}, 1],
  [{ TRUST_PROXY: '10.0.0.1' }, 0],
])('the log warns once about a proxy that is not configured (%j)', async (environment, times) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-proxy-'));
  const server = await spawnTestServer({ DATA_DIR: folder, ...environment });
  const origin = await server.origin();
  for (const visitor of ['203.0.113.71', '203.0.113.72']) {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': visitor };
    const body = JSON.stringify({ content: 'One.', linkIds: ['gone'] });
    expect((await fetch(`${origin}/api/generations`, { method: 'POST', headers, body })).status).toBe(400);
  }
  server.child.kill('SIGTERM');
  await server.ended;
  expect(server.printed().split('name it in TRUST_PROXY').length - 1).toBe(times);
  expect(server.printed()).not.toContain('203.0.113.7');
  await rm(folder, { recursive: true });
});
