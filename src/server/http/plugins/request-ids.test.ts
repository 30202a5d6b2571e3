import { once } from 'node:events';
import { createServer } from 'node:http';

import { expect, test } from 'vitest';

import { createRequestIds } from './request-ids.ts';

/** What a request from this machine, at this address of it, is called. */
async function nameOf(trustedProxies: readonly string[], given: string, address: string): Promise<string> {
  const idOf = createRequestIds(trustedProxies);
  const server = createServer((request, response) => response.end(idOf(request))).listen(0, '::');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : 0;
  const answer = await fetch(`http://${address}:${port}/`, { headers: { 'x-request-id': given } });
  const name = await answer.text();
  server.close();
  server.closeAllConnections();
  return name;
}

const random = /^[\da-f]{8}-[\da-f-]{27}$/;

test.each([
  [['loopback'], '127.0.0.1'],
  [['10.0.0.1', '127.0.0.0/8'], '127.0.0.1'],
  [['::1'], '[::1]'],
])('the name that a trusted proxy gave stays (%j, %s)', async (trusted, address) => {
  expect(await nameOf(trusted, 'edge-0123.45', address)).toBe('edge-0123.45');
});

test('a stranger names nothing, and neither does a proxy that gives what is no name', async () => {
  expect(await nameOf([], 'edge-0123.45', '127.0.0.1')).toMatch(random);
  expect(await nameOf(['10.0.0.0/8', 'uniquelocal', 'fe80::/10'], 'edge-0123.45', '127.0.0.1')).toMatch(
    random,
  );
  for (const given of ['short', 'a'.repeat(65), 'two words', '{"level":60}'])
    expect(await nameOf(['loopback'], given, '127.0.0.1')).toMatch(random);
});
