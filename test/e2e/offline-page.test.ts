import { mkdir } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { problemMessages } from '#core/errors/problem-messages.ts';

import { buildChanged, type ChangedBuild } from './harness/changed-build.ts';
import { page, passTo, silent, startProxy, unreachable, type TestProxy } from './harness/proxy.ts';
import { journeyOn } from './harness/journey.ts';
import { sampleContent, sampleLinks } from './harness/sample.ts';
import { startServer, type LinkweftServer } from './harness/server.ts';
import type { AppPage } from './harness/app-page.ts';

const [knife] = sampleLinks;
const tagline = 'Make Your Affiliate Links Feel Like Part of the Story';
const newTagline = 'Your Links, Woven In';
const heading = 'Free Link Integrator';

let newBuild: ChangedBuild;
let newServer: LinkweftServer;
let proxy: TestProxy;

beforeAll(async () => {
  await mkdir('.cache', { recursive: true });
  newBuild = await buildChanged({ [tagline]: newTagline, 'Affiliate URL': 'Affiliate address' });
  newServer = await startServer({}, newBuild.program);
  proxy = await startProxy(unreachable);
});

afterAll(async () => {
  await proxy.stop();
  await newServer.stop();
  await newBuild.remove();
});

const test = journeyOn(startServer, { keepsPage: true });

const cachedBuilds = (tab: Page) =>
  tab.evaluate(async () => {
    const names = await caches.keys();
    const areWhole = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).match('/')) !== undefined),
    );
    return names.filter((_name, index) => areWhole[index]);
  });

const registrations = (tab: Page) =>
  tab.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

const buildOf = (tab: Page) => tab.locator('meta[name="build"]').getAttribute('content');

/**
 * Waits until the build of this tab is cached and its worker is active. If Chromium replaces a worker during a reload
 * while a debugger is attached, as in these tests, the reload may never end.
 */
async function waitUntilCached(tab: Page): Promise<void> {
  // With it, the page can be installed.
  await tab.locator('link[rel=manifest]').waitFor({ state: 'attached' });
  const build = await buildOf(tab);
  await expect.poll(() => cachedBuilds(tab)).toContain(build);
  await tab.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration === undefined || registration.installing !== null || registration.waiting !== null)
      return false;
    const { controller } = navigator.serviceWorker;
    return controller?.state === 'activated' && controller === registration.active;
  });
}

test('the worker is a script and is revalidated at each request', async ({ server }) => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await fetch(`${server.url}/service-worker.js`, { method });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': expect.stringMatching(/javascript/),
      'content-encoding': expect.stringMatching(/^(br|gzip)$/),
      vary: 'accept-encoding',
    });
  }
});

/** Loads the page. Its worker fails to cache it, but the page works. */
async function failToCache({ page: tab, button }: AppPage, load: () => Promise<unknown>): Promise<void> {
  const tried = tab.context().waitForEvent('serviceworker');
  await load();
  await tried;
  await button('Add Link').first().waitFor();
  await expect.poll(() => registrations(tab)).toBe(0);
  expect(await tab.evaluate(() => caches.keys())).toEqual([]);
}

test('a build that differs by one byte is not cached, nor is a page without storage or without workers, and the page still works', async ({
  server,
  open,
}) => {
  const pass = passTo(server.url);
  proxy.answerWith((call, response) => {
    const isTerms = call.url?.startsWith('/assets/terms-dialog') ?? false;
    if (isTerms) response.writeHead(200, { 'content-type': 'text/javascript' }).end('export {};');
    else pass(call, response);
  });
  const app = await open({ path: 'about:blank', origin: proxy.url });
  const tab = app.page;
  await tab.addInitScript(() => {
    if (location.search === '?without-workers') Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  });
  await failToCache(app, () => tab.goto(proxy.url));

  proxy.answerWith(pass);
  const devtools = await tab.context().newCDPSession(tab);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: proxy.url, quotaSize: 1000 });
  await failToCache(app, () => tab.reload());

  await devtools.send('Storage.overrideQuotaForOrigin', { origin: proxy.url });
  await tab.goto(`${proxy.url}/?without-workers`);
  await app.button('Add Link').first().waitFor();
  expect(await tab.evaluate(() => 'serviceWorker' in navigator)).toBe(false);
  expect(await tab.evaluate(() => caches.keys())).toEqual([]);

  await tab.goto(proxy.url);
  await waitUntilCached(tab);
});

async function useWithoutServer(app: AppPage): Promise<void> {
  await app.page.getByRole('heading', { name: heading }).waitFor();
  await app.page.getByText('The server could not be reached.').first().waitFor();
  await app.button('Add Link').first().click();
  await app.dialog.getByLabel('Affiliate URL').waitFor();
  await app.page.keyboard.press('Escape');
  await app.button('Terms and Conditions').click();
  await app.dialog.getByText('4/6/2025').waitFor();
  await app.page.keyboard.press('Escape');
  await app.content.fill(sampleContent);
  await app.generate.click();
  expect(await app.takeAlert()).toBe(problemMessages['network-failed']);
  expect(await app.content.inputValue()).toBe(sampleContent);
}

/** Loads the page while the network answers with its own pages. */
async function meetOtherPages(tab: Page): Promise<void> {
  for (const [status, words] of [
    [200, 'Log in to this network'],
    [401, 'Who are you?'],
  ] as const) {
    proxy.answerWith(page(status, words));
    await tab.goto(proxy.url);
    await tab.getByRole('heading', { name: words }).waitFor();
  }
  proxy.answerWith((call, response) => {
    if (call.url === '/login') page(200, 'Log in here')(call, response);
    else response.writeHead(302, { location: '/login' }).end();
  });
  await tab.goto(proxy.url);
  await tab.getByRole('heading', { name: 'Log in here' }).waitFor();
}

async function removeWorker(tab: Page): Promise<void> {
  proxy.answerWith((call, response) => {
    if (call.url === '/service-worker.js') page(404, 'Nothing here')(call, response);
    else page(200, 'The page of before')(call, response);
  });
  await tab.reload();
  await tab.getByRole('heading', { name: 'The page of before' }).waitFor();
  await expect.poll(() => registrations(tab)).toBe(0);
  await expect.poll(() => cachedBuilds(tab)).toEqual([]);
}

test('the page opens without its server and with all of its parts; answers of the network are shown but never cached; a server without a service worker removes it', async ({
  server,
  open,
}) => {
  proxy.answerWith(passTo(server.url));
  const app = await open({ origin: proxy.url });
  const tab = app.page;
  await waitUntilCached(tab);
  const cached = await cachedBuilds(tab);
  // The same build with another brand name: the settings in the page are cached again with each answer.
  const killable = await startServer({ BRAND_NAME: 'Renamed' });
  await killable.saveLinks([knife]);
  proxy.answerWith(passTo(killable.url));
  await tab.reload();
  const cachedPage = () => tab.evaluate(async () => (await (await caches.match('/'))?.text()) ?? '');
  await expect.poll(cachedPage).toContain('<title>Renamed');
  await app.tick(knife.description);
  expect(app.faults).toEqual([]);
  await killable.kill();

  await tab.reload();
  await useWithoutServer(app);
  await tab.goto(`${proxy.url}/?from=bookmark`);
  await tab.getByRole('heading', { name: heading }).waitFor();
  await tab.getByText('The server could not be reached.').first().waitFor();
  await app.takeFaults(/Failed to load resource/);

  await meetOtherPages(tab);
  for (const answer of [page(502, 'Bad gateway'), silent]) {
    proxy.answerWith(answer);
    await tab.goto(proxy.url);
    await tab.getByText(tagline).waitFor();
    expect(await tab.title()).toContain('Renamed');
    await app.button('Add Link').first().waitFor();
    expect(await cachedBuilds(tab)).toEqual(cached);
  }
  await removeWorker(tab);
  app.faults.length = 0;
  await killable.stop();
});

test('a page that was loaded without the worker gets it without another load', async ({ open }) => {
  const { page: tab } = await open();
  await waitUntilCached(tab);
  const session = await tab.context().newCDPSession(tab);
  await Promise.all([tab.waitForEvent('load'), session.send('Page.reload', { ignoreCache: true })]);
  await tab.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
});

test('a new version appears at the next load, an old tab keeps its scripts, and old files are deleted when no tab needs them', async ({
  server,
  open,
}) => {
  proxy.answerWith(passTo(server.url));
  const old = await open({ origin: proxy.url });
  await old.page.getByText(tagline).waitFor();
  await waitUntilCached(old.page);
  const oldBuild = await buildOf(old.page);

  proxy.answerWith(passTo(newServer.url));
  const updating = await old.page.context().newPage();
  await updating.goto(proxy.url);
  await updating.getByText(newTagline).waitFor();
  await waitUntilCached(updating);
  const build = await buildOf(updating);
  await updating.close();
  // The worker of the first new tab was replaced, so Chromium may never end its reload while a debugger is attached.
  const tab = await old.page.context().newPage();
  await tab.goto(proxy.url);
  await tab.getByText(newTagline).waitFor();
  const devtools = await tab.context().newCDPSession(tab);
  await devtools.send('Network.clearBrowserCache');
  await old.button('Add Link').first().click();
  await old.dialog.getByLabel('Affiliate URL').waitFor();
  expect(new Set(await cachedBuilds(tab))).toEqual(new Set([oldBuild, build]));
  await old.page.goto('about:blank');
  await tab.reload();
  await expect.poll(() => cachedBuilds(tab)).toEqual([build]);

  proxy.answerWith(unreachable);
  await tab.reload();
  await tab.getByText(newTagline).waitFor();
  // Without the server, requests of an open page still fail.
  await tab.close();
  old.faults.length = 0;
});
