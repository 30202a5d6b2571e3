import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { Settings } from '#contract/settings.ts';
import { openTestApp } from '#server/test-app.ts';

import { languageFor } from '#server/http/plugins/problems.ts';
import { fillPage, acceptsCoding } from './page-routes.ts';

const settings: Settings = {
  brandName: '<b>"$&\'</script>',
  companyName: '</script><script>alert(1)</script>',
  productSiteUrl: 'https://a.example/?x=$1&y',
  writer: 'built-in',
  providerHost: '',
  workspace: 'own',
  cacheBytes: 41_943_040,
  contentLimits: { maxContentChars: 100_000, model: null, protocol: 'edits' },
  expiry: null,
  ownKeyHosts: [],
  ownKeyProtocol: null,
  reachesDevice: false,
};

test('no setting injects markup into the page, and the page can parse its settings', () => {
  const page = fillPage(
    '<title>__BRAND__</title><script type="application/json">__SETTINGS__</script>',
    settings,
  );
  const [, title = '', data = ''] =
    /^<title>(.*)<\/title><script type="application\/json">(.*)<\/script>$/.exec(page) ?? [];
  expect(title).toBe('&lt;b&gt;&quot;$&amp;&#39;&lt;/script&gt;');
  expect(data).not.toContain('<');
  expect(JSON.parse(data)).toEqual(settings);
});

test('after another build the server still serves the old page with all of its files', async () => {
  const { app, webRoot } = await openTestApp();
  onTestFinished(() => app.close());
  const paths = ['/', '/assets/index-1a2b3c.js', '/robots.txt'];
  const bodies = () => Promise.all(paths.map(async (url) => (await app.inject(url)).body));
  const before = await bodies();
  await rm(webRoot, { recursive: true });
  expect(await bodies()).toEqual(before);
  await mkdir(path.join(webRoot, 'assets'), { recursive: true });
  await writeFile(path.join(webRoot, 'index.html'), '<!doctype html><title>Newer</title>');
  await writeFile(path.join(webRoot, 'assets/index-4d5e6f.js'), 'export const newer = true;');
  expect(await bodies()).toEqual(before);
  expect((await app.inject('/assets/index-4d5e6f.js')).statusCode).toBe(404);
});

test('a file that the browser has cached is not sent again', async () => {
  const { app } = await openTestApp();
  onTestFinished(() => app.close());
  const { headers } = await app.inject('/robots.txt');
  const again = await app.inject({ url: '/robots.txt', headers: { 'if-none-match': `${headers.etag}` } });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
  const other = await app.inject({ url: '/robots.txt', headers: { 'if-none-match': 'W/"other"' } });
  expect([other.statusCode, other.body]).toEqual([200, 'User-agent: *']);
});

test.each([
  ['gzip, deflate, br', 'br', true],
  ['gzip;q=1.0, BR;q=0.1', 'br', true],
  ['gzip, br;q=0', 'br', false],
  ['br; q=0.000', 'br', false],
  ['brotli', 'br', false],
  ['', 'gzip', false],
])('%j and %s: %s', (accepted, coding, isTaken) => {
  expect(acceptsCoding(accepted, coding)).toBe(isTaken);
});

test('the manifest has the name of the site, and lets other programs share an address', async () => {
  const { app } = await openTestApp();
  onTestFinished(() => app.close());
  const { headers, body } = await app.inject('/manifest.webmanifest');
  expect(headers['content-type']).toContain('application/manifest+json');
  expect(JSON.parse(body)).toMatchObject({
    start_url: './',
    share_target: { action: './', method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
  });
});

test.each([
  ['de', true],
  ['de-AT,de;q=0.9,en;q=0.8', true],
  ['en;q=0.5, de;q=0.6', true],
  ['fr, de;q=0.3', true],
  ['en-GB,en;q=0.9,de;q=0.8', false],
  ['de;q=0, fr', false],
  ['den', false],
  ['', false],
])('a browser with the languages %j gets the German page: %s', (accepted, isGerman) => {
  expect(languageFor({ 'accept-language': accepted }) === 'de').toBe(isGerman);
});

test('the page comes in the language of the browser, and caches tell the languages apart', async () => {
  const { app } = await openTestApp();
  onTestFinished(() => app.close());
  const german = await app.inject({ url: '/', headers: { 'accept-language': 'de' } });
  expect(german.body).toContain('<!-- Deutsch -->');
  expect(german.headers.vary).toContain('accept-language');
  expect((await app.inject('/')).body).not.toContain('Deutsch');
  expect(german.headers['set-cookie']).toBeUndefined();
  expect((await app.inject('/index.de.html')).statusCode).toBe(404);
});

test('a chosen language comes before that of the browser, on the page and on that of a problem, and is renewed', async () => {
  const { app } = await openTestApp();
  onTestFinished(() => app.close());
  const headers = { cookie: 'a=1; language=de', 'accept-language': 'en', accept: 'text/html' };
  const page = await app.inject({ url: '/', headers });
  expect(page.body).toContain('<!-- Deutsch -->');
  expect(page.headers.vary).toBe('accept-language, cookie');
  expect(page.headers['set-cookie']).toBe('language=de; Max-Age=34560000; SameSite=Lax');
  expect((await app.inject({ url: '/nowhere', headers })).body).toContain('<html lang="de">');
  const odd = { cookie: 'language=fr; xlanguage=de', 'accept-language': 'en' };
  expect((await app.inject({ url: '/', headers: odd })).headers['set-cookie']).toBeUndefined();
});

test('a redirect to the path of the page keeps the whole query', async () => {
  const { app } = await openTestApp({ environment: { BASE_PATH: '/linkweft' } });
  onTestFinished(() => app.close());
  const query = '?url=https://a.example/?ref=me&x=1?';
  const { statusCode, headers } = await app.inject(`/linkweft${query}`);
  expect([statusCode, headers.location]).toEqual([308, `/linkweft/${query}`]);
});
