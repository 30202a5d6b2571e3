import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { linkSchema } from '#contract/links.ts';
import { recoveryCodeSchema } from '#contract/visitor.ts';
import { openTestApp } from '#server/test-app.ts';
import { problemOf } from '#server/test-problem.ts';

import { openTestVisitor } from '#server/http/test-visitor.ts';

let app: FastifyInstance;
beforeAll(async () => {
  ({ app } = await openTestApp({ workspace: 'own' }));
});
afterAll(() => app.close());

const url = 'https://a.example/?ref=1';
const openVisitor = (host?: string) => openTestVisitor(app, host);

test('reading makes no workspace, the first save makes one, and the second save uses it', async () => {
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

test('the cookie is renewed once a day, with any answer', async () => {
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
    'a generation',
    { method: 'POST', path: () => '/api/generations', body: (id) => ({ content: 'One.', linkIds: [id] }) },
  ],
])(
  '%s of a link of another visitor is answered exactly like one of a missing link, except for the request id',
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

test('a recovery code opens the list in another browser, however it is typed', async () => {
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

test('a wrong recovery code changes nothing, and without a workspace there is no code', async () => {
  const visitor = openVisitor();
  expect(await problemOf(visitor.send('POST', '/api/workspace/recovery-code'))).toContain('not-found');
  await visitor.save();
  const cookie = visitor.cookie();
  const wrong = visitor.send('PUT', '/api/workspace', { code: '0'.repeat(56) });
  expect((await problemOf(wrong)).slice(0, 2)).toEqual([400, 'recovery-code-invalid']);
  expect(await problemOf(visitor.send('PUT', '/api/workspace', { code: 5 }))).toContain('request-invalid');
  expect(visitor.cookie()).toBe(cookie);
});

test('deleting all removes the links and the cookie, and nothing of other visitors', async () => {
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

test('a shared workspace belongs to everybody, sets no cookie, and cannot be deleted', async () => {
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

const refusedLink = { id: '01890a5d-ac96-774b-bcce-b302099a8061', url: '', description: '' };

test('a refused save makes no workspace, and 50 of them do not close the address', async () => {
  const { app: limited, database } = await openTestApp({
    workspace: 'own',
    environment: { LIMIT_WORKSPACES_PER_DAY: '2', LIMIT_BYTES_PER_DAY: '2000' },
  });
  onTestFinished(() => limited.close());
  const long = 'x'.repeat(1900);
  for (const [path, body, status] of [
    ['/api/links', { url: '' }, 400],
    ['/api/links', { url: `https://a.example/${'x'.repeat(9000)}` }, 400],
    ['/api/links', { url: 'https://a.example/', description: long }, 429],
    ['/api/links/import', { links: [refusedLink] }, 200],
    ['/api/links/import', { links: [] }, 200],
  ] as const)
    for (let time = 0; time < 10; time += 1) {
      const visitor = openTestVisitor(limited);
      expect((await visitor.send('POST', path, body)).statusCode).toBe(status);
      expect(visitor.given()).toBeNull();
    }
  const rows = await database.query
    .selectFrom('workspaces')
    .select('id')
    .where('id', '<>', 'shared')
    .execute();
  expect(rows).toEqual([]);
  for (const status of [201, 201, 429])
    expect((await openTestVisitor(limited).send('POST', '/api/links', { url })).statusCode).toBe(status);
});
