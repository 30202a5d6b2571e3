import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestApp } from '#server/test-app.ts';
import { scoreByObservatory, type BrowserAnswer } from '#server/test-observatory.ts';

let app: FastifyInstance;
let page: BrowserAnswer;
beforeAll(async () => {
  ({ app } = await openTestApp({ environment: { TRUST_PROXY: '10.0.0.1' }, workspace: 'own' }));
  page = await ask('/');
});
afterAll(() => app.close());

/** By default, sends a request as a proxy with TLS does. */
async function ask(url: string, { proxy = '10.0.0.1', protocol = 'https', headers = {} } = {}) {
  const answer = await app.inject({
    url,
    remoteAddress: proxy,
    headers: { host: 'links.example.com', 'x-forwarded-proto': protocol, ...headers },
  });
  return { headers: answer.headers, body: answer.body };
}

const transport = 'strict-transport-security';

test('the page has at least 130 points of the Observatory behind TLS, and no deduction', () => {
  const { total, points } = scoreByObservatory(page);
  expect(total).toBeGreaterThanOrEqual(130);
  expect(Math.min(...Object.values(points))).toBe(0);
});

test('the page may call the visitor’s own machine if requested, and on that machine', async () => {
  const policyOf = async (url: string, host?: string) =>
    String(
      (await ask(url, host === undefined ? {} : { headers: { host } })).headers['content-security-policy'],
    );
  const [narrow, wide] = [await policyOf('/'), await policyOf('/?this-device')];
  expect(narrow).toMatch(/connect-src 'self' https:\/\/api\.openai\.com (?!.*http:)/);
  expect(wide).toBe(`${narrow} http://localhost:* http://127.0.0.1:*`);
  for (const url of ['/?x=this-device', '/?x', '/?x#this-device']) expect(await policyOf(url)).toBe(narrow);
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]'])
    expect(await policyOf('/', host)).toBe(wide);
});

test.each([
  ['content-security-policy', 75],
  ['strict-transport-security', 80],
  ['x-content-type-options', 95 + 30],
  ['referrer-policy', 125],
  ['cross-origin-resource-policy', 120],
])('without %s it has fewer points: %i', (name, total) => {
  const { [name]: _taken, ...headers } = page.headers;
  expect(scoreByObservatory({ ...page, headers }).total).toBe(total);
});

test.each([
  ["default-src 'none'", "default-src 'self'", 125],
  ["script-src 'self'", "script-src 'self' 'unsafe-inline'", 80],
  ["style-src 'self'", "style-src 'self' 'unsafe-inline'", 120],
  ["connect-src 'self'", "connect-src 'self' http://localhost:*", 80],
  ["form-action 'none'", 'form-action *', 125],
  ["frame-ancestors 'none'; ", '', 125],
])('a policy with less than %s has fewer points', (part, weaker, total) => {
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain(part);
  const headers = { ...page.headers, 'content-security-policy': policy.replace(part, weaker) };
  expect(scoreByObservatory({ ...page, headers }).total).toBe(total);
});

test.each([
  ['set-cookie', '__Host-workspace=1; Secure; HttpOnly; SameSite=Strict', 135],
  ['set-cookie', 'workspace=1; HttpOnly; SameSite=Strict', 120],
  ['set-cookie', '__Host-workspace=1; Secure; SameSite=Strict', 70],
  ['set-cookie', '__Host-workspace=1; Secure; HttpOnly; SameSite=None', 80],
  [transport, 'max-age=3600', 120],
])('the header %s: %s changes the points to %i', (name, value, total) => {
  expect(scoreByObservatory({ ...page, headers: { ...page.headers, [name]: value } }).total).toBe(total);
});

test.each([
  ['<script src="https://other.example/x.js"></script>', 125],
  ['<script src="//other.example/x.js"></script>', 50],
  ['<script src="/assets/x.js"></script>', 130],
  ['<script src="/assets/x.js" integrity="sha384-x"></script>', 135],
])('a page with %s has %i points', (script, total) => {
  expect(scoreByObservatory({ ...page, body: `${page.body}${script}` }).total).toBe(total);
});

test('the cookie of a workspace has the points of a secure cookie', async () => {
  const saved = await app.inject({
    method: 'POST',
    url: '/api/links',
    remoteAddress: '10.0.0.1',
    headers: { host: 'links.example.com', 'x-forwarded-proto': 'https' },
    payload: { url: 'https://a.example/' },
  });
  expect(saved.headers['set-cookie']).toMatch(/^__Host-workspace=/);
  expect(scoreByObservatory({ headers: saved.headers, body: '' }).points['cookies']).toBe(5);
});

test('every answer to a request by TLS sets HSTS for a year: page, file, API and refusal', async () => {
  for (const url of [
    '/',
    '/robots.txt',
    '/assets/index-1a2b3c.js',
    '/none',
    '/api/links',
    '/api/none',
    '/healthz',
  ])
    expect([url, (await ask(url)).headers[transport]]).toEqual([url, 'max-age=31536000']);
});

test('HSTS is not set without TLS, on this machine, or if an untrusted proxy claims TLS', async () => {
  expect((await ask('/', { protocol: 'http' })).headers[transport]).toBeUndefined();
  expect((await ask('/', { proxy: '203.0.113.7' })).headers[transport]).toBeUndefined();
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000'])
    expect((await ask('/', { headers: { host } })).headers[transport]).toBeUndefined();
});

test('HSTS is set, too, if the browser itself shows that it used TLS', async () => {
  const headers = { 'sec-fetch-site': 'none' };
  expect((await ask('/', { protocol: 'http', headers })).headers[transport]).toBe('max-age=31536000');
});
