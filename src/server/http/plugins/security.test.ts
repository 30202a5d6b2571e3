import { once } from 'node:events';
import { connect } from 'node:net';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { webUrl } from '#scripts/property-values.ts';
import { openTestApp } from '#server/test-app.ts';

import { isFromOwnPage, normalTarget, securityHeaders } from './security.ts';

let port: number;
let close: () => Promise<void>;
beforeAll(async () => {
  const { app } = await openTestApp();
  close = () => app.close();
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => close());

/** Returns the whole answer to a request line. `fetch` and `inject` would normalize the address. */
async function ask(method: string, target: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.write(`${method} ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  await once(socket, 'close');
  return answer;
}

const strangeTargets = [
  '/%61pi/links',
  '/api%2flinks',
  '/api%2Flinks',
  '/api/link%73',
  '/api//links',
  '//api/links',
  '/./api/links',
  '/x/../api/links',
  '/%2e/api/links',
  '/api/links/.',
  '/api/links/%2e%2e',
  '/api\\links',
  '/api%5Clinks',
  '/api/links#part',
  '/api/links/%c3',
  '/api/links/%zz',
  '/api/links/%',
  'http://localhost/api/links',
  'HTTP://localhost/api/links?search=a',
  'https://other.example/api/links',
  'http://localhost',
  '*',
  '/./index.html',
  '/%69ndex.html',
  '//index.html',
  '/index.html',
  '/INDEX.HTML',
  '/index.html?x',
  '/assets/../index.html',
  '/assets/%2e%2e/index.html',
  '/assets/..%2findex.html',
  '/assets/..%5cindex.html',
  '/index.htm%6c',
];

test.each(strangeTargets)('%s is not found, by any method', async (target) => {
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']) {
    const answer = await ask(method, target);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    for (const [name, value] of Object.entries(securityHeaders))
      expect(answer).toContain(`\r\n${name}: ${value}\r\n`);
    expect(answer).toContain('\r\ncache-control: no-store\r\n');
    expect(answer).not.toMatch(/__SETTINGS__|"links"/);
    if (method === 'GET') expect(answer).toContain('There is nothing at this address.');
  }
});

test.each([
  ['/', 200],
  ['/?from=bookmark', 200],
  ['/api/links', 200],
  ['/api/links?search=a%20/../b&limit=1', 200],
  ['/robots.txt', 200],
  ['/assets/index-1a2b3c.js', 200],
  ['/.well-known/none', 404],
])('an address in its normal spelling is found: %s', async (target, status) => {
  expect(await ask('GET', target)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test('an id is found by the spelling that a browser gives it', () => {
  const segments = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(segments, (parts) => {
      fc.pre(parts.every((part) => !/[/\\]|^\.{1,2}$/.test(part)));
      const path = `/${parts.map(encodeURIComponent).join('/')}`;
      expect(normalTarget(path)).toBe(path);
    }),
  );
});

test('every target has one normal spelling', () => {
  const target = fc.oneof(
    webUrl,
    fc.string({ unit: fc.constantFrom('/', '.', '%', '2', 'e', 'f', '\\', 'a', '?', '#', '6', '1', ':') }),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(target, (text) => {
      const { pathname, search } = new URL(normalTarget(text).split('#', 1).join(''), 'http://localhost');
      expect(normalTarget(text).split('?', 1)).toEqual([pathname]);
      expect(normalTarget(`${pathname}${search}`).split('?', 1)).toEqual([pathname]);
      expect(decodeURIComponent(pathname).split('/')).not.toContain('..');
      expect(pathname.startsWith('//')).toBe(false);
    }),
  );
});

test.each([
  ['https://links.example.com:8443', 'links.example.com', true],
  ['https://links.example.com:8443', 'Links.Example.com', true],
  ['https://links.example.com:8443', 'links.example.com:8443', true],
  ['https://links.example.com:8443', 'links.example.com:9000', false],
  ['https://links.example.com', 'links.example.com:8443', false],
  ['https://other.example.com:8443', 'links.example.com', false],
  ['http://localhost:8080', 'localhost', false],
  ['http://127.0.0.1:8080', '127.0.0.1', false],
  ['http://[::1]:8080', '[::1]', false],
  ['null', 'links.example.com', false],
])('without Sec-Fetch-Site, the origin %s may change things at the host %s: %s', (origin, host, isOwn) => {
  expect(isFromOwnPage({ headers: { origin, host } })).toBe(isOwn);
  expect(isFromOwnPage({ headers: { origin, host, 'sec-fetch-site': 'same-site' } })).toBe(false);
});
