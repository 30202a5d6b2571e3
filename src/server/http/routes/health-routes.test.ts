import { setImmediate as nextRound } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

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

test('a server that is too busy for requests still sends its page, ends work and answers that it is alive', async () => {
  const { app: busy } = await openTestApp({ busyEventLoopDelay: 20 });
  await busy.ready();
  const blocking = setInterval(() => block(100), 0);
  onTestFinished(() => clearInterval(blocking));
  const headers = { host: 'localhost', 'idempotency-key': 'of a press of Generate' };
  const requests = [
    { url: '/api/links' },
    { url: '/api/generations', method: 'DELETE', headers },
    { url: '/healthz' },
    { url: '/readyz' },
    { url: '/' },
  ] as const;
  const statuses = async () =>
    (await Promise.all(requests.map((request) => busy.inject(request)))).map(({ statusCode }) => statusCode);
  await expect.poll(statuses).toEqual([503, 204, 200, 200, 200]);
  expect((await busy.inject('/api/links')).headers['retry-after']).toBe('5');
  await busy.close();
});

test('pauses of the machine that are shorter than the limit refuse nothing', async () => {
  const { app: paused } = await openTestApp({ busyEventLoopDelay: 2000 });
  await paused.ready();
  for (let pause = 0; pause < 2; pause += 1) {
    block(1100);
    await nextRound();
  }
  expect((await paused.inject('/api/links')).statusCode).toBe(200);
  await paused.close();
});

function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
