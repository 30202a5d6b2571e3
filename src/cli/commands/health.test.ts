import { once } from 'node:events';
import { createServer } from 'node:http';
import process from 'node:process';

import { afterEach, expect, test, vi } from 'vitest';

import { health } from './health.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function serveStatus(status: number) {
  const server = createServer((request, response) => {
    response.writeHead(status).end(request.url);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  return { port, close: () => server.close() };
}

test.each([
  [200, 0],
  [503, 1],
])('a server that answers %d gives the exit code %d', async (status, exitCode) => {
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const server = await serveStatus(status);
  for (const host of ['', '0.0.0.0', '127.0.0.1']) {
    vi.stubEnv('HOST', host);
    vi.stubEnv('PORT', server.port);
    expect(await health.run([])).toBe(exitCode);
  }
  const address = `http://127.0.0.1:${server.port}`;
  for (const given of [`${address}/`, `${address}/linkweft`, `${address}/linkweft/`])
    expect(await health.run([given])).toBe(exitCode);
  expect(print.mock.calls.flat().filter((text) => typeof text === 'string')).toEqual([
    ...Array(4).fill('/readyz\n'),
    ...Array(2).fill('/linkweft/readyz\n'),
  ]);
  server.close();
});

test('no answer and a wrong address are told', async () => {
  await expect(health.run(['http://127.0.0.1:9'])).rejects.toThrow('No answer from http://127.0.0.1:9');
  await expect(health.run(['here'])).rejects.toThrow('here is no address');
});
