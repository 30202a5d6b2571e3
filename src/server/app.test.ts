import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { settingsSchema } from '#contract/settings.ts';
import { largestContent } from '#core/limits/content-limit.ts';

import { contentBodyLimit } from './http/plugins/request-limits.ts';
import { securityHeaders } from './http/plugins/security.ts';
import { openTestApp } from './test-app.ts';
import { problemOf } from './test-problem.ts';

let app: FastifyInstance;
beforeAll(async () => {
  ({ app } = await openTestApp());
});
afterAll(() => app.close());

const json = { 'content-type': 'application/json' };
const url = 'https://a.example/?ref=1';

function send(method: 'POST', path: string, body?: unknown, headers = {}) {
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
  return app.inject({ method, url: path, headers: { ...json, ...headers }, ...payload });
}

test('a body that is too large is refused: 64 KiB for a link, the longest content for a generation', async () => {
  const refused = [413, 'body-too-large'];
  expect((await problemOf(send('POST', '/api/links', { url: 'a'.repeat(65_536) }))).slice(0, 2)).toEqual(
    refused,
  );
  const content = 'a'.repeat(contentBodyLimit(largestContent));
  expect(
    (await problemOf(send('POST', '/api/generations', { content, linkIds: ['gone'] }))).slice(0, 2),
  ).toEqual(refused);
  const shorter = { content: content.slice(100), linkIds: ['gone'] };
  expect((await problemOf(send('POST', '/api/generations', shorter)))[1]).toBe('content-too-long');
});

test.each([
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
  { origin: 'http://localhost' },
])('a change from the page itself (%j) is made', async (headers) => {
  expect((await send('POST', '/api/links', { url }, { host: 'localhost', ...headers })).statusCode).toBe(201);
});

test.each(['localhost:3000', '127.0.0.1', '[::1]:3000', 'LINKS.example.com', 'links.example.com.'])(
  'the host %s is answered',
  async (host) => {
    expect((await app.inject({ url: '/api/links', headers: { host } })).statusCode).toBe(200);
  },
);

test.each([
  '/api',
  '/api/',
  '/api/none',
  '/none',
  '/assets/none.js',
  '/index.html',
  '/assets/',
  '/%2e%2e/linkweft.sqlite',
])('nothing is found at %s', async (path) => {
  expect((await problemOf(app.inject(path))).slice(0, 2)).toEqual([404, 'not-found']);
});

test('a person at a wrong address gets a page and not JSON', async () => {
  const { statusCode, headers, body } = await app.inject({
    url: '/none',
    headers: { accept: 'text/html,*/*' },
  });
  expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(headers).toMatchObject(securityHeaders);
  expect(body).toContain('<h1>There is nothing at this address.</h1>');
  const inGerman = { accept: 'text/html', 'accept-language': 'de-DE,en;q=0.5' };
  const german = await app.inject({ url: '/none', headers: inGerman });
  expect(german.body).toContain('<html lang="de">');
  expect(german.body).toContain('<h1>Unter dieser Adresse gibt es nichts.</h1>');
  expect(await problemOf(app.inject({ url: '/api/none', headers: { accept: 'text/html' } }))).toContain(
    'not-found',
  );
});

test('an address that cannot be decoded is a problem with all headers', async () => {
  expect(await problemOf(app.inject('/api/%zz'))).toContain('not-found');
});

test('the page contains its settings and is not cached', async () => {
  const { headers, body } = await app.inject('/');
  expect(headers).toMatchObject({
    ...securityHeaders,
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; script-src 'self'; .*connect-src 'self' https:\/\/api\.openai\.com /u,
    ),
  });
  const [, data = ''] = /id="settings">(.*)<\/script>/.exec(body) ?? [];
  expect(settingsSchema.parse(JSON.parse(data))).toMatchObject({ brandName: 'Linkweft', writer: 'built-in' });
});

test('assets are cached forever and sent compressed, and other files are not cached', async () => {
  const asset = await app.inject({
    url: '/assets/index-1a2b3c.js',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    'content-encoding': 'br',
    'content-type': expect.stringMatching(/^(text|application)\/javascript/),
    ...securityHeaders,
  });
  expect(asset.body).toBe('brotli');
  expect((await app.inject('/assets/index-1a2b3c.js')).body).toBe('export {};');
  expect((await app.inject('/robots.txt')).headers).toMatchObject({
    'cache-control': 'no-cache',
    ...securityHeaders,
  });
});

test('each answer of the API has its own request id', async () => {
  const headers = { 'x-request-id': 'made-up' };
  const answers = [await app.inject({ url: '/api/links', headers }), await app.inject('/api/nothing')];
  const names = answers.map((answer) => answer.headers['x-request-id']);
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^[\da-f-]{36}$/);
  expect(answers[1]?.json()).toMatchObject({ requestId: names[1] });
  expect((await app.inject('/')).headers['x-request-id']).toBeUndefined();
});
