import type { IncomingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { linkSchema } from '#contract/links.ts';
import { isChange, openEveryRoute, pathOf, wrongWith } from '#server/test-every-route.ts';

const json = { 'content-type': 'application/json' };

let api: Awaited<ReturnType<typeof openEveryRoute>>;
beforeAll(async () => {
  api = await openEveryRoute();
});
afterAll(() => api.close());

test('all routes exist, and each answers a plain request correctly', () => {
  const names = [...api.plain.keys()].map(({ method, url }) => `${method} ${url}`);
  expect(names).toEqual(
    expect.arrayContaining(['PATCH /api/links/:id', 'GET /api/links/changes', 'HEAD /api/links']),
  );
  for (const [route, answer] of api.plain) expect([route, wrongWith(answer)]).toEqual([route, []]);
});

test.each([
  'evil.example',
  'localhost.evil.example',
  '169.254.169.254',
  'localhost@evil.example',
  '',
  'localhost, evil.example',
])('the host %j is refused', (host) =>
  expect(
    api.faultsOf(
      (route) => ({ path: pathOf(route), headers: { host } }),
      () => [421, 'host-refused'],
    ),
  ).resolves.toEqual([]),
);

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': '' },
  { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:8080' },
  { origin: 'http://localhost.evil.example' },
])('a change from another site (%j) is refused', (headers) =>
  expect(
    api.faultsOf(
      (route) => ({
        path: pathOf(route),
        headers: { ...json, ...headers },
        ...(isChange(route) && { body: '{}' }),
      }),
      (route) => (isChange(route) ? [403, 'cross-site-refused'] : null),
    ),
  ).resolves.toEqual([]),
);

test('a request of another site is refused although the headers of a proxy name this site', () =>
  expect(
    api.faultsOf(
      (route) => ({
        path: pathOf(route),
        headers: {
          ...json,
          origin: 'https://evil.example',
          'x-forwarded-host': 'evil.example',
          forwarded: 'host=evil.example',
        },
      }),
      (route) => (isChange(route) ? [403, 'cross-site-refused'] : null),
    ),
  ).resolves.toEqual([]));

test.each([
  'text/plain',
  'text/plain; charset=application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json, text/plain',
  'x',
])('a body of type %s is refused', (type) =>
  expect(
    api.faultsOf(
      (route) =>
        api.readsBody(route) ? { path: pathOf(route), headers: { 'content-type': type }, body: '{}' } : null,
      () => [415, 'media-type-refused'],
    ),
  ).resolves.toEqual([]),
);

const deep = 10_000;
const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '));

test.each<[string, string | Buffer, IncomingHttpHeaders?]>([
  ['JSON that is cut short', '{"url":"'],
  ['two values', '{}{}'],
  ['no JSON at all', 'url=x'],
  ['broken UTF-8', Buffer.from('{"url":"https://a.example/\xff"}', 'latin1')],
  ['a gzip bomb', bomb, { 'content-encoding': 'gzip' }],
  ['a gzip bomb twice', gzipSync(bomb), { 'content-encoding': 'gzip, gzip' }],
  ['Brotli that is none', '{"url":"x"', { 'content-encoding': 'br' }],
])('%s is refused as invalid', (_name, body, headers = {}) =>
  expect(
    api.faultsOf(
      (route) =>
        api.readsBody(route) ? { path: pathOf(route), headers: { ...json, ...headers }, body } : null,
      () => [400, 'request-invalid'],
    ),
  ).resolves.toEqual([]),
);

test.each<[string, string]>([
  ['nothing', ''],
  ['null', 'null'],
  ['a number', '1e999'],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['10,000 lists in each other', '['.repeat(deep) + ']'.repeat(deep)],
  ['10,000 objects in each other', '{"url":'.repeat(deep) + '1' + '}'.repeat(deep)],
  ['10,000 lists as a URL', `{"url":${'['.repeat(deep)}${']'.repeat(deep)}}`],
  ['a prototype', '{"__proto__":{"polluted":1,"url":"https://a.example/","code":"x"}}'],
  ['a constructor', '{"constructor":{"prototype":{"polluted":1}},"url":{"__proto__":{"polluted":1}}}'],
  [
    'prototypes in lists',
    '{"ids":["__proto__"],"urls":["__proto__"],"links":[{"__proto__":{"polluted":1}}]}',
  ],
  [
    'numbers for texts',
    '{"url":1,"description":2,"content":3,"linkIds":4,"ids":5,"urls":6,"links":7,"code":8}',
  ],
  ['ids without end', JSON.stringify({ content: 'x', linkIds: ['a'.repeat(50_000)] })],
  ['a text with NUL', JSON.stringify({ url: '\0', content: '\0', code: '\0', ids: ['\0'], urls: ['\0'] })],
  [
    'half a character',
    String.raw`{"url":"\ud800","content":"\udfff","ids":["\ud800"],"urls":["\ud800"],"code":"\ud800"}`,
  ],
])('a body of %s causes no failure and changes no prototype', async (_name, body) => {
  expect(
    await api.faultsOf((route) => ({
      path: pathOf(route),
      headers: json,
      ...(api.readsBody(route) && { body }),
    })),
  ).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect('polluted' in {}).toBe(false);
});

test.each([
  ['NUL', '%00'],
  ['8,000 letters', 'a'.repeat(8000)],
  ['8,000 bytes that are encoded', '%F0%9F%A6%84'.repeat(700)],
  ['a prototype', '__proto__'],
  ['SQL', "'%20or%201=1--"],
  ['wildcards', '%25_*'],
  ['another line', '%0d%0aset-cookie:x=1'],
])('an id of %s is not found', (_name, id) =>
  expect(
    api.faultsOf(
      (route) =>
        route.url.includes(':id')
          ? { path: pathOf(route, id), headers: json, ...(api.readsBody(route) && { body: '{"url":"x"}' }) }
          : null,
      (route) => (api.isRefused(route) ? [405, 'method-refused'] : [404, 'link-not-found']),
    ),
  ).resolves.toEqual([]),
);

test.each([
  ['of a prototype', '?__proto__=1&limit=1'],
  ['with NUL', '?limit=%00'],
  ['of bytes that are no text', '?cursor=%ff%fe'],
  ['of 8,000 letters', `?search=${'a'.repeat(8000)}`],
  ['of wildcards', '?search=%00%25_'],
  ['without names', '?&&=&%'],
  ['of a list', '?limit[]=1'],
])('a query %s causes no failure', (_name, query) =>
  expect(
    api.faultsOf((route) => ({
      path: `${pathOf(route)}${query}`,
      headers: json,
      ...(api.readsBody(route) && { body: '{}' }),
    })),
  ).resolves.toEqual([]),
);

test('a method that an address does not support is refused, also an unknown one', async () => {
  const methodsOf = (url: string) =>
    [...api.plain.keys()]
      .filter((route) => route.url === url && !api.isRefused(route))
      .map(({ method }) => method);
  for (const url of new Set([...api.plain.keys()].map((route) => route.url)))
    for (const method of [
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'SEARCH',
      'PURGE',
    ]) {
      const answer = await api.ask({ method, path: pathOf({ method, url }), headers: json });
      const isTaken = methodsOf(url).includes(method);
      expect([method, url, wrongWith(answer)]).toEqual([method, url, []]);
      if (!isTaken) expect([method, url, [404, 405].includes(answer.status)]).toEqual([method, url, true]);
      if (answer.status === 405)
        expect(answer.headers.allow?.split(', ')).toEqual(methodsOf(url).filter((each) => each !== 'HEAD'));
    }
});

test('after all these requests the server saves links as before', async () => {
  const saved = await api.ask({
    method: 'POST',
    path: '/api/links',
    headers: json,
    body: '{"url":"https://a.example/"}',
  });
  expect([saved.status, linkSchema.parse(JSON.parse(saved.body)).url]).toEqual([201, 'https://a.example/']);
});
