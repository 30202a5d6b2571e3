import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { recoveryCodeSchema } from '#contract/visitor.ts';
import { openTestApp } from '#server/test-app.ts';
import { problemOf } from '#server/test-problem.ts';
import { writeRecoveryCode, createSecret, writeSecret } from './plugins/workspaces.ts';

import { openTestVisitor } from './test-visitor.ts';

let app: FastifyInstance;
beforeAll(async () => {
  ({ app } = await openTestApp({ workspace: 'own' }));
});
afterAll(() => app.close());

const url = 'https://a.example/?ref=1';
const openVisitor = (host?: string) => openTestVisitor(app, host);

/** Returns a cookie that no server has made, by default of today. */
const madeUp = (secret: string, day = Math.floor(Date.now() / 86_400_000)) =>
  `workspace-3000=${secret}.${day}`;

function sendAs(cookie: string, method: InjectOptions['method'] & string, path: string, payload?: object) {
  const headers = { host: 'localhost:3000', cookie };
  return app.inject({ method, url: path, headers, ...(payload && { payload }) });
}

test('after a deletion neither the old cookie nor the old recovery code gives access', async () => {
  const visitor = openVisitor();
  await visitor.save();
  const cookie = visitor.cookie();
  const { code } = recoveryCodeSchema.parse(
    (await visitor.send('POST', '/api/workspace/recovery-code')).json(),
  );
  await visitor.send('DELETE', '/api/workspace');
  expect((await sendAs(cookie, 'GET', '/api/workspace')).json()).toEqual({
    kind: 'own',
    exists: false,
    links: 0,
  });
  expect((await sendAs(cookie, 'POST', '/api/workspace/recovery-code')).statusCode).toBe(404);
  expect((await sendAs(cookie, 'DELETE', '/api/workspace')).statusCode).toBe(204);
  const later = cookie.replace(/\d+$/, (day) => String(Number(day) - 1));
  for (const [path, payload] of [
    ['/api/links', { url }],
    ['/api/links/import', { links: [{ id: '01890a5d-ac96-774b-bcce-b302099a8059', url, description: '' }] }],
  ] as const)
    for (const old of [cookie, later]) {
      const saved = await sendAs(old, 'POST', path, payload);
      expect(saved.statusCode).toBeLessThan(300);
      // The browser gets another workspace, and the old one stays empty.
      expect(saved.headers['set-cookie']).toMatch(/^workspace-3000=[\w-]{43}/);
      expect(String(saved.headers['set-cookie'])).not.toContain(cookie.split('.')[0] ?? '');
    }
  expect((await sendAs(cookie, 'GET', '/api/links')).json()).toMatchObject({ links: [] });
  const opening = openVisitor().send('PUT', '/api/workspace', { code });
  expect(await problemOf(opening)).toEqual([
    404,
    'recovery-code-unknown',
    'There is nothing saved under this recovery code. It may have been deleted. Please check the code and try again.',
  ]);
});

test('a secret that no server has made is not accepted', async () => {
  const secret = createSecret();
  for (const cookie of [madeUp(writeSecret(secret)), madeUp(writeSecret(secret), 20_000)]) {
    const saved = await sendAs(cookie, 'POST', '/api/links', { url });
    expect(saved.statusCode).toBe(201);
    expect(saved.headers['set-cookie']).toMatch(/^workspace-3000=/);
    expect(saved.headers['set-cookie']).not.toContain(writeSecret(secret));
    const read = await sendAs(cookie, 'GET', '/api/links');
    expect(read.json()).toMatchObject({ links: [] });
    expect(read.headers).not.toHaveProperty('set-cookie');
  }
  const opening = openVisitor().send('PUT', '/api/workspace', { code: writeRecoveryCode(secret) });
  expect((await problemOf(opening)).slice(0, 2)).toEqual([404, 'recovery-code-unknown']);
});

test('a visitor who only reads, with or without a cookie, creates no row', async () => {
  const opened = await openTestApp({ workspace: 'own' });
  onTestFinished(() => opened.app.close());
  const headers = { host: 'localhost:3000', cookie: madeUp(writeSecret(createSecret()), 20_000) };
  for (const path of ['/api/links', '/api/workspace', '/api/links/export.json'])
    expect((await opened.app.inject({ url: path, headers })).statusCode).toBe(200);
  const rows = await opened.database.query.selectFrom('workspaces').select('id').execute();
  expect(rows).toEqual([{ id: 'shared' }]);
});

test('a workspace that is only read stays in use', async () => {
  const opened = await openTestApp({ workspace: 'own' });
  onTestFinished(() => opened.app.close());
  const headers = { host: 'localhost:3000' };
  const saved = await opened.app.inject({ method: 'POST', url: '/api/links', headers, payload: { url } });
  const [cookie = ''] = String(saved.headers['set-cookie']).split(';', 1);
  const { query } = opened.database;
  await query.updateTable('workspaces').set({ used_day: 5 }).execute();
  const yesterday = cookie.replace(/\d+$/, (day) => String(Number(day) - 1));
  const read = await opened.app.inject({ url: '/api/links', headers: { ...headers, cookie: yesterday } });
  expect(read.headers['set-cookie']).toContain('Max-Age=34560000');
  const used = query.selectFrom('workspaces').select('used_day').where('id', '<>', 'shared');
  expect(await used.execute()).toEqual([{ used_day: Math.floor(Date.now() / 86_400_000) }]);
});

test('a visitor who has saved too much gets a message, and keeps the saved links', async () => {
  const opened = await openTestApp({
    workspace: 'own',
    environment: { LIMIT_WORKSPACES_PER_DAY: '1', LIMIT_LINKS_PER_WORKSPACE: '1', TRUST_PROXY: 'loopback' },
  });
  onTestFinished(() => opened.app.close());
  const save = (from: string, cookie = '') =>
    opened.app.inject({
      method: 'POST',
      url: '/api/links',
      headers: { host: 'localhost:3000', cookie, 'x-forwarded-for': from },
      payload: { url },
    });
  const first = await save('192.0.2.1');
  const [cookie = ''] = String(first.headers['set-cookie']).split(';', 1);
  expect((await problemOf(Promise.resolve(await save('192.0.2.1', cookie)))).slice(0, 2)).toEqual([
    409,
    'workspace-full',
  ]);
  const another = await save('192.0.2.1');
  expect(another.json()).toMatchObject({ status: 429, code: 'visitor-workspaces-limit' });
  expect(Number(another.headers['retry-after'])).toBeGreaterThan(0);
  expect(another.headers).not.toHaveProperty('set-cookie');
  expect((await save('192.0.2.2')).statusCode).toBe(201);
});
