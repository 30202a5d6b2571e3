import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { linkPageSchema, linkSchema } from '#contract/links.ts';
import { recoveryCodeSchema } from '#contract/workspace.ts';
import { openTestApp } from '#server/test-app.ts';
import { problemOf } from '#server/test-problem.ts';
import { writeRecoveryCode } from '#server/workspace/recovery-code.ts';
import { createSecret, writeSecret } from '#server/workspace/secret.ts';

let app: FastifyInstance;
beforeAll(async () => {
  ({ app } = await openTestApp({ workspace: 'own' }));
});
afterAll(() => app.close());

const url = 'https://a.example/?ref=1';

/** A browser: it keeps the cookie that it is given, and shows what it was given last. */
function openVisitor(host = 'localhost:3000') {
  let cookie = '';
  let given: string | null = null;
  async function send(method: InjectOptions['method'] & string, path: string, payload?: object) {
    const headers = { host, cookie, ...(payload && { 'content-type': 'application/json' }) };
    const answer = await app.inject({ method, url: path, headers, ...(payload && { payload }) });
    const set = answer.headers['set-cookie'];
    given = typeof set === 'string' ? set : null;
    if (given !== null) cookie = given.includes('Max-Age=0') ? '' : given.split(';', 1).join();
    return answer;
  }
  return {
    send,
    given: () => given,
    cookie: () => cookie,
    save: async () =>
      linkSchema.parse((await send('POST', '/api/links', { url, description: 'boots' })).json()),
    async ids() {
      return linkPageSchema.parse((await send('GET', '/api/links')).json()).links.map((link) => link.id);
    },
    workspace: async () => (await send('GET', '/api/workspace')).json(),
  };
}

test('reading makes no workspace; the first save does, and the second one is in the same', async () => {
  const visitor = openVisitor();
  expect(await visitor.workspace()).toEqual({ kind: 'own', exists: false, links: 0 });
  expect(await visitor.ids()).toEqual([]);
  expect(visitor.cookie()).toBe('');
  const first = await visitor.save();
  expect(visitor.given()).toMatch(
    /^workspace-3000=[\w-]{43}\.\d+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const second = await visitor.save();
  expect(visitor.given()).toBeNull();
  expect(await visitor.ids()).toEqual([second.id, first.id]);
  expect(await visitor.workspace()).toEqual({ kind: 'own', exists: true, links: 2 });
});

test('an import makes a workspace too', async () => {
  const visitor = openVisitor();
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  await visitor.send('POST', '/api/links/import', { links: [{ id, url, description: '' }] });
  expect(await visitor.ids()).toEqual([id]);
});

test('the cookie is given anew once a day, with any answer', async () => {
  const visitor = openVisitor();
  await visitor.save();
  const tomorrow = Date.now() + 86_400_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(tomorrow);
  onTestFinished(() => clock.mockRestore());
  for (const given of [expect.stringContaining('Max-Age=34560000'), null]) {
    expect(await visitor.ids()).toHaveLength(1);
    expect(visitor.given()).toEqual(given);
  }
});

test('each visitor sees their own links, and each port has its own cookie', async () => {
  const [one, other, third] = [openVisitor(), openVisitor(), openVisitor('localhost:3001')];
  const links = [await one.save(), await other.save(), await third.save()];
  expect([await one.ids(), await other.ids(), await third.ids()]).toEqual(links.map(({ id }) => [id]));
  expect(third.cookie()).toMatch(/^workspace-3001=/);
});

test('the same id in two workspaces is two links', async () => {
  const [one, other] = [openVisitor(), openVisitor()];
  const id = '01890a5d-ac96-774b-bcce-b302099a8058';
  for (const [visitor, description] of [
    [one, 'one'],
    [other, 'other'],
  ] as const)
    expect((await visitor.send('POST', '/api/links', { id, url, description })).json()).toMatchObject({
      id,
      description,
    });
  await other.send('DELETE', `/api/links/${id}`);
  expect(await one.ids()).toEqual([id]);
});

const missing = '01890a5d-ac96-774b-bcce-b302099a8059';

type Question = {
  method: 'POST' | 'PATCH' | 'DELETE';
  path: (id: string) => string;
  body: (id: string) => object;
};
const link = (id: string) => `/api/links/${id}`;

test.each<[string, Question]>([
  [
    'a change',
    { method: 'PATCH', path: link, body: () => ({ url, ifUpdatedAt: '2026-01-01T00:00:00.000Z' }) },
  ],
  ['a change that is wrong', { method: 'PATCH', path: link, body: () => ({ url: '' }) }],
  ['a change that cannot be read', { method: 'PATCH', path: link, body: () => ({ url: 1 }) }],
  ['a deletion', { method: 'DELETE', path: link, body: () => ({}) }],
  [
    'a look-up',
    { method: 'POST', path: () => '/api/links/lookup', body: (id) => ({ ids: [id], urls: [url] }) },
  ],
  [
    'a generation',
    { method: 'POST', path: () => '/api/generations', body: (id) => ({ content: 'One.', linkIds: [id] }) },
  ],
])(
  '%s of a foreign link is answered byte for byte as of a missing one, but for the number of the request',
  async (_name, { method, path, body }) => {
    const owner = openVisitor();
    const { id } = await owner.save();
    const stranger = openVisitor();
    await stranger.send('POST', '/api/links', { url: 'https://b.example/' });
    for (const visitor of [stranger, openVisitor()]) {
      const answers = [];
      for (const asked of [id, missing]) {
        const { statusCode, headers, rawPayload } = await visitor.send(method, path(asked), body(asked));
        const text = rawPayload.toString('latin1').replace(/"requestId":"[^"]+"/u, '');
        answers.push({
          statusCode,
          headers: { ...headers, date: '', 'x-request-id': '', 'content-length': '' },
          body: text,
        });
      }
      expect(answers[0]).toEqual(answers[1]);
    }
    expect(await owner.ids()).toEqual([id]);
  },
);

test('a recovery code brings the list to another browser, however it is typed', async () => {
  const visitor = openVisitor();
  const { id } = await visitor.save();
  const { code } = recoveryCodeSchema.parse(
    (await visitor.send('POST', '/api/workspace/recovery-code')).json(),
  );
  const elsewhere = openVisitor('localhost:4000');
  await elsewhere.save();
  const answer = await elsewhere.send('PUT', '/api/workspace', { code: ` ${code.toLowerCase()}\n` });
  expect(answer.json()).toEqual({ kind: 'own', exists: true, links: 1 });
  expect(await elsewhere.ids()).toEqual([id]);
  expect(elsewhere.cookie()).toBe(visitor.cookie().replace('3000', '4000'));
});

test('a wrong recovery code changes nothing, and without a workspace there is none', async () => {
  const visitor = openVisitor();
  expect(await problemOf(visitor.send('POST', '/api/workspace/recovery-code'))).toContain('not-found');
  await visitor.save();
  const cookie = visitor.cookie();
  const wrong = visitor.send('PUT', '/api/workspace', { code: '0'.repeat(56) });
  expect((await problemOf(wrong)).slice(0, 2)).toEqual([400, 'recovery-code-invalid']);
  expect(await problemOf(visitor.send('PUT', '/api/workspace', { code: 5 }))).toContain('request-invalid');
  expect(visitor.cookie()).toBe(cookie);
});

test('deleting all takes the links and the cookie, and nothing of others', async () => {
  const [visitor, other] = [openVisitor(), openVisitor()];
  await other.save();
  const { id } = await visitor.save();
  const cookie = visitor.cookie();
  const removed = await visitor.send('DELETE', '/api/workspace');
  expect([removed.statusCode, removed.body]).toEqual([204, '']);
  expect(visitor.given()).toBe('workspace-3000=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict');
  const late = await app.inject({ url: '/api/links', headers: { host: 'localhost:3000', cookie } });
  expect(late.body).not.toContain(id);
  expect(await other.ids()).toHaveLength(1);
  expect((await openVisitor().send('DELETE', '/api/workspace')).statusCode).toBe(204);
});

/** A cookie that no server has given out, of today or of long ago. */
const madeUp = (secret: string, day = Math.floor(Date.now() / 86_400_000)) =>
  `workspace-3000=${secret}.${day}`;

function sendAs(cookie: string, method: InjectOptions['method'] & string, path: string, payload?: object) {
  const headers = { host: 'localhost:3000', cookie };
  return app.inject({ method, url: path, headers, ...(payload && { payload }) });
}

test('after a deletion neither the old cookie nor the old recovery code opens anything', async () => {
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
    ['/api/links/import', { links: [{ id: missing, url, description: '' }] }],
  ] as const)
    for (const old of [cookie, later]) {
      const saved = await sendAs(old, 'POST', path, payload);
      expect(saved.statusCode).toBeLessThan(300);
      // The browser is given another workspace, and the old one stays empty.
      expect(saved.headers['set-cookie']).toMatch(/^workspace-3000=[\w-]{43}/);
      expect(String(saved.headers['set-cookie'])).not.toContain(cookie.split('.')[0] ?? '');
    }
  expect((await sendAs(cookie, 'GET', '/api/links')).json()).toMatchObject({ links: [] });
  const opening = openVisitor().send('PUT', '/api/workspace', { code });
  expect(await problemOf(opening)).toEqual([
    404,
    'recovery-code-unknown',
    'This recovery code opens no workspace: it was deleted, or never made. Please check the code and try again.',
  ]);
});

test('a secret that no server has given out is not taken', async () => {
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

test('whoever only looks, with or without a cookie, leaves no row', async () => {
  const opened = await openTestApp({ workspace: 'own' });
  onTestFinished(() => opened.app.close());
  const headers = { host: 'localhost:3000', cookie: madeUp(writeSecret(createSecret()), 20_000) };
  for (const path of ['/api/links', '/api/workspace', '/api/links/export.json'])
    expect((await opened.app.inject({ url: path, headers })).statusCode).toBe(200);
  const rows = await opened.database.query.selectFrom('workspaces').select('id').execute();
  expect(rows).toEqual([{ id: 'shared' }]);
});

test('a workspace that is looked at stays in use', async () => {
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

test('the visitor who has saved too much is told so, and keeps what there is', async () => {
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

test('a shared workspace is everybody’s, sets no cookie, and cannot be taken away', async () => {
  const shared = await openTestApp();
  const ask = (method: 'GET' | 'PUT' | 'DELETE' | 'POST', path: string, payload?: object) =>
    shared.app.inject({ method, url: path, ...(payload && { payload }) });
  const saved = await ask('POST', '/api/links', { url });
  expect(saved.headers).not.toHaveProperty('set-cookie');
  expect((await ask('GET', '/api/links')).body).toContain(linkSchema.parse(saved.json()).id);
  expect((await ask('GET', '/api/workspace')).json()).toEqual({ kind: 'shared', exists: true, links: 1 });
  const refused = [404, 'not-found'];
  const codeAnswer = ask('POST', '/api/workspace/recovery-code');
  expect((await problemOf(codeAnswer)).slice(0, 2)).toEqual(refused);
  expect((await problemOf(ask('PUT', '/api/workspace', { code: 'x' }))).slice(0, 2)).toEqual(refused);
  expect((await problemOf(ask('DELETE', '/api/workspace'))).slice(0, 2)).toEqual(refused);
  await shared.app.close();
});
