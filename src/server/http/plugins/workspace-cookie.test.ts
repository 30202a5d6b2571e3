import type { IncomingHttpHeaders } from 'node:http';

import { expect, test } from 'vitest';

import {
  createSecret,
  writeSecret,
  clearWorkspaceCookie,
  cookieOf,
  readWorkspaceCookie,
  setWorkspaceCookie,
} from './workspaces.ts';

const secret = createSecret();
const value = `${writeSecret(secret)}.20000`;
const asking = (headers: IncomingHttpHeaders, protocol: 'http' | 'https' = 'http') => ({ headers, protocol });
const read = (headers: IncomingHttpHeaders) => readWorkspaceCookie(asking(headers));
const inBrowser = { 'sec-fetch-site': 'same-origin' };

test.each([
  ['https', { host: 'links.example.com', ...inBrowser }, '__Host-workspace', '; Secure'],
  ['https at a port', { host: 'links.example.com:8443', ...inBrowser }, '__Host-workspace', '; Secure'],
  [
    'https of an old browser',
    { host: 'links.example.com', origin: 'https://links.example.com' },
    '__Host-workspace',
    '; Secure',
  ],
  ['http', { host: 'links.example.com' }, 'workspace-80', ''],
  [
    'http at a port',
    { host: 'links.example.com:8080', origin: 'http://links.example.com:8080' },
    'workspace-8080',
    '',
  ],
  ['localhost', { host: 'localhost:3000', ...inBrowser }, 'workspace-3000', ''],
  ['a name below localhost', { host: 'links.localhost:3000', ...inBrowser }, 'workspace-3000', ''],
  ['127.0.0.1', { host: '127.0.0.1:3001', ...inBrowser }, 'workspace-3001', ''],
  ['::1', { host: '[::1]:3002', ...inBrowser }, 'workspace-3002', ''],
  ['::1 without a port', { host: '[::1]', ...inBrowser }, 'workspace-80', ''],
])('on %s the cookie has the right name and attributes', (_name, headers, name, secure) => {
  const attributes = `Max-Age=34560000; Path=/; HttpOnly; SameSite=Strict${secure}`;
  expect(setWorkspaceCookie(asking(headers), { secret, day: 20_000 })).toBe(
    `${name}=${value}; ${attributes}`,
  );
  expect(clearWorkspaceCookie(asking(headers))).toBe(`${name}=; ${attributes.replace('34560000', '0')}`);
  const cookie = `other=1; ${name}=${value}`;
  expect(read({ ...headers, cookie })).toEqual({ secret, day: 20_000 });
});

test('on https the cookie of http is not read, and one port does not read the cookie of another', () => {
  const plain = `workspace-80=${value}; workspace-443=${value}`;
  expect(read({ host: 'links.example.com', ...inBrowser, cookie: plain })).toBeNull();
  const other = `workspace-3000=${value}`;
  expect(read({ host: 'localhost:3001', cookie: other })).toBeNull();
});

test('a proxy that reports https is trusted, except for this machine', () => {
  const cookieAt = (host: string) => clearWorkspaceCookie(asking({ host }, 'https'));
  expect(cookieAt('links.example.com')).toMatch(/^__Host-workspace=;.*; Secure$/);
  expect(cookieAt('localhost:3000')).toMatch(/^workspace-3000=;/);
});

test('an old browser that reads by https is recognized only by its cookie', () => {
  const headers = { host: 'links.example.com', cookie: `workspace-80=x; __Host-workspace=${value}` };
  expect(read(headers)).toEqual({ secret, day: 20_000 });
});

test.each([
  '',
  'x',
  `"${value}"`,
  writeSecret(secret),
  `${writeSecret(secret)}.`,
  `${writeSecret(secret)}.-1`,
  `${writeSecret(secret)}.1234567`,
  `${'A'.repeat(42)}B.20000`,
  `${'A'.repeat(10_000)}.20000`,
  `${value}; workspace-3000=${value}`,
])('the cookie %j is ignored', (text) =>
  expect(read({ host: 'localhost:3000', cookie: `workspace-3000=${text}` })).toBeNull(),
);

test.each([
  ['a=1', '1'],
  ['b=2; a=1', '1'],
  ['b=2;a=1;c', '1'],
  ['a=', ''],
  ['a=1=2', '1=2'],
  ['a="1"', '"1"'],
  ['\ta=1 ', '1'],
  [undefined, null],
  ['', null],
  [';;;', null],
  ['a', null],
  ['A=1', null],
  ['aa=1', null],
  ['b=a=1', null],
  ['a =1', null],
  ['a=1; a=2', null],
  ['a=1; a=1', null],
])('in the header %j the cookie is %j', (header, expected) => expect(cookieOf(header, 'a')).toBe(expected));
