import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { spawnTestServer } from '#server/test-server-process.ts';

test.each([
  [{}, 1],
  [{ TRUST_PROXY: '10.0.0.1' }, 0],
])(
  'whoever has not named the proxy is told once (%j)',
  async (environment, times) => {
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
  },
  30_000,
);
