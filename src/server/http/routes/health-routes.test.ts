import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Database } from '#server/db/database.ts';
import { openTestApp } from '#server/test-app.ts';

let app: FastifyInstance;
let database: Database;
beforeEach(async () => {
  ({ app, database } = await openTestApp({ workspace: 'own' }));
});
afterEach(() => app.close());

test.each(['/healthz', '/readyz'])(
  '%s is answered for any host name, without cookie or cache',
  async (url) => {
    const answer = await app.inject({ url, headers: { host: '10.1.2.3:3000' } });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await app.inject({ url, method: 'HEAD' })).statusCode).toBe(200);
  },
);

test('without its database the server is alive but not ready', async () => {
  await database.close();
  const answer = await app.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'database-away' }]);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
});

test('a server that is too busy for requests still answers that it is alive', async () => {
  const { app: busy } = await openTestApp({ busyEventLoopDelay: 2000 });
  await busy.ready();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
  const paths = ['/api/links', '/healthz', '/readyz'];
  const statuses = async () =>
    (await Promise.all(paths.map((url) => busy.inject(url)))).map(({ statusCode }) => statusCode);
  await expect.poll(statuses).toEqual([503, 200, 200]);
  await busy.close();
});
