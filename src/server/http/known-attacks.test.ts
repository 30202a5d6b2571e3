import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { linkSchema } from '#contract/links.ts';
import { streamed } from '#provider/completion-steps.ts';
import { startProvider } from '#provider/provider.ts';
import { usualReply, serveGenerations } from '#provider/serve-generations.ts';
import { refuse } from '#provider/steps.ts';
import { openTestApp } from '#server/test-app.ts';

// These weaknesses had to be repaired in other products. More tests are in provider-faults.test.ts (redirects of a
// provider), every-route.test.ts (routes without checks, and bodies that crash a server) and read-links.test.ts
// (wildcards).

/** Returns the fields by which a request chooses the address of the model in other products. */
const wishesFor = (baseUrl: string) => ({
  baseUrl,
  base_url: baseUrl,
  apiBase: baseUrl,
  api_base: baseUrl,
  endpoint: baseUrl,
  host: new URL(baseUrl).host,
  url: baseUrl,
  proxy: baseUrl,
  provider: { baseUrl, url: baseUrl },
});

test('the key of the site goes only to the configured provider, whatever host a request names', async () => {
  const elsewhere = await startProvider(refuse(418));
  onTestFinished(() => elsewhere.close());
  const { ask, provider, order } = await serveGenerations(streamed(usualReply));
  const { host } = new URL(elsewhere.baseUrl);
  const headers = {
    'x-base-url': elsewhere.baseUrl,
    'x-api-base': elsewhere.baseUrl,
    'openai-base-url': elsewhere.baseUrl,
    'x-forwarded-host': host,
    'x-original-url': elsewhere.baseUrl,
    'x-upstream': host,
    forwarded: `host=${host}`,
  };
  expect((await ask({ headers, body: { ...order, ...wishesFor(elsewhere.baseUrl) } })).status).toBe(200);
  expect(provider.calls.map((call) => call.headers.authorization)).toEqual(['Bearer sk-secret']);
  expect(elsewhere.calls).toEqual([]);
});

test.each([
  ['an address of elsewhere', (to: string) => `GET http://${to}/ HTTP/1.1\r\nhost: ${to}`],
  ['an address of elsewhere for this host', (to: string) => `GET http://${to}/ HTTP/1.1\r\nhost: localhost`],
  ['a tunnel', (to: string) => `CONNECT ${to} HTTP/1.1\r\nhost: ${to}`],
  [
    'an upgrade',
    (to: string) => `GET http://${to}/ HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: tcp`,
  ],
])('no request reaches another machine through this one: %s', async (_name, headFor) => {
  let reached = 0;
  const target = createServer((_request, response) => response.end('reached')).listen(0, '127.0.0.1');
  target.on('connection', () => (reached += 1));
  await once(target, 'listening');
  const address = target.address();
  const { app } = await openTestApp();
  onTestFinished(async () => {
    await app.close();
    target.close();
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  const to = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  socket.write(`${headFor(to).replace(/$/, '\r\nx-end: 1')}\r\n\r\n`);
  // If the connection stays open, its answer has arrived.
  await Promise.race([once(socket, 'close'), once(socket, 'data')]);
  socket.destroy();
  expect(answer).not.toContain('reached');
  expect(answer).not.toMatch(/^HTTP\/1\.1 2/);
  expect(reached).toBe(0);
});

test('ids that a request contains give no access to the links of others', async () => {
  const { app } = await openTestApp({ workspace: 'own', environment: { TRUST_PROXY: '10.0.0.1' } });
  onTestFinished(() => app.close());
  const url = 'https://a.example/?of-the-owner';
  const saved = await app.inject({ method: 'POST', url: '/api/links', payload: { url } });
  const { id } = linkSchema.parse(saved.json());
  const cookie = String(saved.headers['set-cookie']).split(';', 1).join();
  const name = cookie.replace(/^[^=]*=/, '');
  const forged = {
    authorization: `Bearer ${name}`,
    'x-workspace': name,
    'x-workspace-id': 'shared',
    'x-user': 'admin',
    'x-user-id': '1',
    'x-forwarded-user': 'admin',
    'x-remote-user': 'admin',
    'x-real-ip': '127.0.0.1',
    'x-forwarded-for': '127.0.0.1',
    cookie: `x${cookie}; workspace=${name}; __Secure-${cookie}`,
  };
  for (const remoteAddress of ['127.0.0.1', '10.0.0.1']) {
    const ask = (method: 'GET' | 'DELETE', path: string) =>
      app.inject({ method, url: path, headers: forged, remoteAddress });
    expect((await ask('GET', '/api/links')).json()).toMatchObject({ links: [] });
    expect((await ask('GET', '/api/links/export.json')).body).not.toContain('of-the-owner');
    expect((await ask('DELETE', `/api/links/${id}`)).statusCode).toBe(404);
  }
  expect((await app.inject({ url: '/api/links', headers: { cookie } })).body).toContain('of-the-owner');
});

test.each([
  ['without a proxy', {}, ''],
  ['behind one', { TRUST_PROXY: 'loopback' }, ', 203.0.113.7'],
  ['behind two', { TRUST_PROXY: 'loopback,203.0.113.200' }, ', 203.0.113.7, 203.0.113.200'],
])(
  'a visitor who invents forwarded addresses stays one visitor, %s',
  async (_name, environment, appended) => {
    const limits = { LIMIT_GENERATIONS_PER_MINUTE: '2', LIMIT_GENERATIONS_PER_DAY: '9' };
    const { ask } = await serveGenerations(streamed(usualReply), { ...limits, ...environment });
    const madeUp = [
      '198.51.100.1',
      '127.0.0.1',
      '203.0.113.200',
      '::1',
      'unknown',
      '198.51.100.2, 198.51.100.3',
    ];
    const statuses: number[] = [];
    for (const each of madeUp)
      statuses.push((await ask({ headers: { 'x-forwarded-for': `${each}${appended}` } })).status);
    expect(statuses).toEqual([200, 200, 429, 429, 429, 429]);
  },
);
