import { get } from 'node:http';

import { afterEach, expect, test } from 'vitest';

import { linkPageSchema } from '#contract/link-pages.ts';
import { streamed } from '#provider/completion-steps.ts';
import { serveGenerations, usualReply } from '#provider/serve-generations.ts';
import { openTestApp } from '#server/test-app.ts';

const blog = 'b'.repeat(32);
const shop = `${'s'.repeat(40)}==`;
const tokens = { API_TOKENS: `blog:${blog}, shop:${shop}` };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

let close = async () => {};
afterEach(() => close());

async function open(environment: Readonly<Record<string, string>>, workspace: 'own' | 'shared' = 'own') {
  const { app } = await openTestApp({ workspace, environment });
  close = () => app.close();
  type Sent = { headers?: Record<string, string>; payload?: object; from?: string };
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, sent: Sent = {}) =>
    app.inject({
      method,
      url,
      headers: { host: 'localhost', ...sent.headers },
      ...(sent.payload && { payload: sent.payload }),
      remoteAddress: sent.from ?? '127.0.0.1',
    });
  return {
    ask,
    save: (headers: Record<string, string>, from?: string) =>
      ask('POST', '/api/links', {
        headers,
        payload: { url: 'https://a.example/' },
        ...(from !== undefined && { from }),
      }),
    async count(headers: Record<string, string>, from?: string) {
      const answer = await ask('GET', '/api/links', { headers, ...(from !== undefined && { from }) });
      return linkPageSchema.parse(answer.json()).links.length;
    },
  };
}

test('each token opens a workspace of its own, without a cookie', async () => {
  const { save, count } = await open(tokens);
  const saved = await save(bearer(blog));
  expect([saved.statusCode, saved.headers['set-cookie']]).toEqual([201, undefined]);
  await save({ authorization: `bearer  ${blog}` });
  expect([await count(bearer(blog)), await count(bearer(shop)), await count({})]).toEqual([2, 0, 0]);
});

test('a cookie beside a token opens nothing', async () => {
  const { save, count } = await open(tokens);
  const cookie = String((await save({})).headers['set-cookie'])
    .split(';', 1)
    .join();
  expect(await count({ cookie })).toBe(1);
  expect(await count({ cookie, ...bearer(blog) })).toBe(0);
});

test.each(['', 'x', blog.slice(1), `${blog}b`, blog.toUpperCase(), 'blog', `blog:${blog}`])(
  'the unknown token %j is refused with 401, and nothing is made',
  async (token) => {
    const { ask, save } = await open(tokens);
    const refused = await save(bearer(token));
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'token-unknown']);
    expect(refused.headers['www-authenticate']).toBe('Bearer');
    expect((await ask('GET', '/healthz', { headers: bearer(token) })).statusCode).toBe(200);
  },
);

test('without tokens, and with another scheme, the header is for the proxy before the server', async () => {
  const { save } = await open({});
  expect((await save(bearer(blog))).statusCode).toBe(201);
  await close();
  const second = await open(tokens);
  expect((await second.save({ authorization: 'Basic dTpw' })).statusCode).toBe(201);
});

test('a program with a token may say that it comes from elsewhere, and others may not', async () => {
  const { save } = await open(tokens);
  const elsewhere = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' };
  expect((await save({ ...elsewhere, ...bearer(blog) })).statusCode).toBe(201);
  expect((await save(elsewhere)).statusCode).toBe(403);
});

test('a workspace of a token has no recovery code, and can be deleted and filled again', async () => {
  const { ask, save, count } = await open(tokens);
  await save(bearer(blog));
  const headers = bearer(blog);
  expect((await ask('GET', '/api/workspace', { headers })).json()).toMatchObject({ exists: true, links: 1 });
  expect((await ask('POST', '/api/workspace/recovery-code', { headers })).statusCode).toBe(404);
  expect((await ask('PUT', '/api/workspace', { headers, payload: { code: 'x' } })).statusCode).toBe(404);
  const deleted = await ask('DELETE', '/api/workspace', { headers });
  expect([deleted.statusCode, deleted.headers['set-cookie']]).toEqual([204, undefined]);
  expect(await count(headers)).toBe(0);
  expect((await save(headers)).statusCode).toBe(201);
  expect(await count(headers)).toBe(1);
});

test('with a shared list, a token opens that list', async () => {
  const { save, count } = await open(tokens, 'shared');
  await save({});
  expect(await count(bearer(blog))).toBe(1);
});

test('the limits of visitors count no saves with a token', async () => {
  const { save } = await open({ ...tokens, LIMIT_BYTES_PER_DAY: '600' });
  const statuses: number[] = [];
  for (const headers of [{}, {}, bearer(blog), bearer(blog), bearer(blog)])
    statuses.push((await save(headers)).statusCode);
  expect(statuses).toEqual([201, 429, 201, 201, 201]);
});

test('the limits of visitors count no generations with a token, but the budget does', async () => {
  const { ask, order, provider } = await serveGenerations(streamed(usualReply), {
    ...tokens,
    LIMIT_GENERATIONS_PER_MINUTE: '1',
    LIMIT_GENERATIONS_PER_DAY: '1',
    LIMIT_RUNNING_PER_WORKSPACE: '1',
  });
  const asked = () => ask({ body: order, headers: bearer(blog) });
  const statuses = (await Promise.all([asked(), asked(), asked(), asked()])).map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(provider.calls).toHaveLength(4);
  const poor = await serveGenerations(streamed(usualReply), { ...tokens, BUDGET_DAILY_USD: '0.01' });
  expect(await poor.ask({ body: poor.order, headers: bearer(blog) })).toMatchObject({
    status: 429,
    body: { code: 'budget-spent' },
  });
});

const proxied = { AUTH_HEADER: 'Remote-User', TRUST_PROXY: '10.0.0.5' };
const proxy = '10.0.0.5';

test('a trusted proxy names the user whose workspace opens', async () => {
  const { save, count } = await open(proxied);
  const saved = await save({ 'remote-user': 'anna' }, proxy);
  expect([saved.statusCode, saved.headers['set-cookie']]).toEqual([201, undefined]);
  expect(await count({ 'remote-user': 'anna' }, proxy)).toBe(1);
  expect(await count({ 'remote-user': 'Anna' }, proxy)).toBe(0);
  expect(await count({ 'remote-user': '' }, proxy)).toBe(0);
});

test('a request with two users is refused', async () => {
  const { app } = await openTestApp({
    workspace: 'own',
    environment: { ...proxied, TRUST_PROXY: 'loopback' },
  });
  close = () => app.close();
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const statusWith = (users: readonly string[]) =>
    new Promise((resolve) => {
      const headers = ['host', 'localhost', ...users.flatMap((user) => ['Remote-User', user])];
      get({ port, host: '127.0.0.1', path: '/api/links', headers }, ({ statusCode }) => resolve(statusCode));
    });
  expect([await statusWith(['anna']), await statusWith(['evil', 'anna'])]).toEqual([200, 400]);
});

test.each([
  ['from another address', '10.0.0.6', {}],
  ['from another address that claims to be forwarded by the proxy', '10.0.0.6', { 'x-forwarded-for': proxy }],
  ['with another spelling', proxy, { remote_user: 'anna', 'remote-user': '' }],
])('a user is not believed %s', async (_name, from, headers) => {
  const { save, count } = await open(proxied);
  await save({ 'remote-user': 'anna' }, proxy);
  expect(await count({ 'remote-user': 'anna', ...headers }, from)).toBe(0);
});

test('a token and a user of the same name have different workspaces', async () => {
  const { save, count } = await open({ ...proxied, ...tokens });
  await save({ 'remote-user': 'blog' }, proxy);
  expect(await count(bearer(blog))).toBe(0);
});

test('a user whom another site makes send a change is refused', async () => {
  const { save } = await open(proxied);
  const forged = { 'remote-user': 'anna', 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect((await save(forged, proxy)).statusCode).toBe(403);
});

test('the limits of visitors count users, not the address of their office', async () => {
  const { save } = await open({ ...proxied, LIMIT_WORKSPACES_PER_DAY: '1' });
  const from = { 'x-forwarded-for': '203.0.113.7' };
  for (const user of ['anna', 'ben']) {
    expect((await save({ 'remote-user': user, ...from }, proxy)).statusCode).toBe(201);
    expect((await save({ 'remote-user': user, ...from }, proxy)).statusCode).toBe(201);
  }
});

test('the page of signed-in users offers no recovery code', async () => {
  const { ask, save } = await open(proxied);
  const page = await ask('GET', '/', { headers: { 'remote-user': 'anna' }, from: proxy });
  expect(page.body).toContain('"workspace":"user"');
  await save({ 'remote-user': 'anna' }, proxy);
  const read = await ask('GET', '/api/workspace', { headers: { 'remote-user': 'anna' }, from: proxy });
  expect(read.json()).toEqual({ kind: 'user', exists: true, links: 1 });
  expect((await ask('GET', '/api/workspace')).json()).toMatchObject({ kind: 'own', exists: false });
});
