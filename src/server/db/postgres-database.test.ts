import { once } from 'node:events';
import { createServer } from 'node:net';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { openFarPostgres } from '#server/db/test-far-postgres.ts';
import { spawnTestServer, type TestServerProcess } from '#server/test-server-process.ts';

import { createConnectionPool } from './postgres-database.ts';
import { startPostgresCluster, type TestPostgres } from './test-postgres.ts';

const room = 15;
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgresCluster({ maxConnections: room });
});
afterAll(() => postgres.stop());

async function startServers(environment: Readonly<Record<string, string>>): Promise<string[]> {
  const servers: TestServerProcess[] = [];
  onTestFinished(async () => {
    for (const { child } of servers) child.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
  });
  for (let count = 0; count < 3; count += 1)
    servers.push(await spawnTestServer({ DATABASE_URL: postgres.url, WORKSPACE: 'shared', ...environment }));
  return Promise.all(servers.map((server) => server.origin()));
}

test.each([
  ['with pools that fit', { DATABASE_POOL: '4' }],
  ['with the usual pools, which are too large for it', {}],
])('three servers on a PostgreSQL of 15 connections, %s, answer 300 requests at once', async (_, pools) => {
  const origins = await startServers(pools);
  const ask = async (origin: string | undefined) => (await fetch(`${origin}/api/links`)).status;
  const statuses = await Promise.all(Array.from({ length: 300 }, (__, index) => ask(origins[index % 3])));
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

function openPool(max: number, timeout: number) {
  const { pool, waiting } = createConnectionPool({ connectionString: postgres.url, max }, timeout);
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return waiting;
}

const busy = { code: 'server-busy', retryAfterSeconds: 5 };

test("a caller that waits for a connection of the pool gets one or 'server-busy'", async () => {
  const pool = openPool(1, 3000);
  const first = await pool.connect();
  await expect(pool.connect()).rejects.toMatchObject(busy);
  const next = pool.connect();
  first.release();
  (await next).release();
  await pool.end();
});

test("a caller that waits while PostgreSQL is full gets a connection or 'server-busy'", async () => {
  const crowd = openPool(room, 60_000);
  const taken = await Promise.all(Array.from({ length: room }, () => crowd.connect()));
  const hasty = openPool(5, 300);
  const refused = await Promise.allSettled(Array.from({ length: 5 }, () => hasty.connect()));
  for (const each of refused) expect(each).toMatchObject({ status: 'rejected', reason: busy });
  const pool = openPool(5, 60_000);
  const waiting = Array.from({ length: 20 }, async () => {
    const client = await pool.connect();
    await client.query('select 1', []);
    client.release();
  });
  for (const client of taken) client.release();
  await crowd.end();
  await Promise.all(waiting);
  await Promise.all([hasty.end(), pool.end()]);
});

test('the start fails with a message when PostgreSQL has no free connection', async () => {
  const crowd = openPool(room, 60_000);
  const taken = await Promise.all(Array.from({ length: room }, () => crowd.connect()));
  const server = await spawnTestServer({ DATABASE_URL: postgres.url });
  expect(await server.ended).toEqual([1, null]);
  expect(server.printed()).toMatch(/DATABASE_URL cannot be opened: .*too many clients already\. Check/);
  for (const client of taken) client.release();
  await crowd.end();
});

test('an unreachable database fails at once with its own error', async () => {
  const { waiting } = createConnectionPool({ connectionString: 'postgres://127.0.0.1:9/x' });
  await expect(waiting.connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await waiting.end();
});

test('a connection with an unanswered query is closed, so nobody waits behind it', async () => {
  const far = await openFarPostgres(postgres.url);
  const { pool, waiting } = createConnectionPool({ connectionString: far.url, max: 1, query_timeout: 2000 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const ask = async () => {
    const client = await waiting.connect();
    try {
      await client.query('select 1', []);
    } finally {
      client.release();
    }
  };
  await ask();
  far.fallSilent();
  await expect(ask()).rejects.toThrow('Query read timeout');
  await ask();
  await waiting.end();
  far.close();
});

test("a database that accepts a connection and never answers leads to 'server-busy' after the timeout", async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : null;
  const { waiting } = createConnectionPool({ connectionString: `postgres://127.0.0.1:${port}/x` }, 300);
  await expect(waiting.connect()).rejects.toMatchObject(busy);
  await waiting.end();
  silent.close();
});
