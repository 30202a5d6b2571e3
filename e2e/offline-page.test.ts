import { mkdir } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { problemMessages } from '#core/problem/problem.ts';

import { buildChanged } from './harness/changed-build.ts';
import type { ChangedBuild } from './harness/changed-build.ts';
import { page, passTo, silent, startFront, unreachable } from './harness/front.ts';
import type { Front } from './harness/front.ts';
import { journeyOn } from './harness/journey.ts';
import { sampleContent, sampleLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import type { LinkweftServer } from './harness/server.ts';

const [knife] = sampleLinks;
const tagline = 'Make Your Affiliate Links Feel Like Part of the Story';
const newTagline = 'Your Links, Woven In';
const heading = 'Free Link Integrator';

let newBuild: ChangedBuild;
let newServer: LinkweftServer;
let front: Front;

beforeAll(async () => {
  await mkdir('.cache', { recursive: true });
  newBuild = await buildChanged({ [tagline]: newTagline, 'Affiliate URL': 'Affiliate address' });
  newServer = await startServer({}, newBuild.program);
  front = await startFront(unreachable);
});

afterAll(async () => {
  await front.stop();
  await newServer.stop();
  await newBuild.remove();
});

const test = journeyOn(startServer, { keepsPage: true });

const keptBuilds = (tab: Page) =>
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

/** Waits until this tab's own build can be opened without a network. */
async function waitUntilKept(tab: Page): Promise<void> {
  const build = await buildOf(tab);
  await expect.poll(() => keptBuilds(tab)).toContain(build);
  await tab.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

test('the worker is asked for anew each time, and is a script', async ({ server }) => {
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

test('the page opens without its server, with all of its parts, and says what cannot be done now', async ({
  open,
}) => {
  const mortal = await startServer();
  const desk = await open({ origin: mortal.url, links: [knife] });
  await desk.tick(knife.description);
  await waitUntilKept(desk.page);
  expect(desk.faults).toEqual([]);
  await mortal.kill();

  await desk.page.reload();
  await desk.page.getByRole('heading', { name: heading }).waitFor();
  await desk.page.getByText('The server could not be reached.').first().waitFor();
  await desk.button('Add Link').first().click();
  await desk.dialog.getByLabel('Affiliate URL').waitFor();
  await desk.page.keyboard.press('Escape');
  await desk.button('Terms and Conditions').click();
  await desk.dialog.getByText('4/6/2025').waitFor();
  await desk.page.keyboard.press('Escape');
  await desk.content.fill(sampleContent);
  await desk.generate.click();
  expect(await desk.takeAlert()).toBe(problemMessages['network-failed']);
  expect(await desk.content.inputValue()).toBe(sampleContent);

  const other = await desk.page.context().newPage();
  await other.goto(`${mortal.url}/?from=bookmark`);
  await other.getByRole('heading', { name: heading }).waitFor();
  await other.getByText('The server could not be reached.').first().waitFor();
  await desk.takeFaults(/Failed to load resource/);
  await mortal.stop();
});

test('a new version is there at the next load, an old tab keeps its parts, and old files go when no tab needs them', async ({
  server,
  open,
}) => {
  front.answerWith(passTo(server.url));
  const old = await open({ origin: front.url });
  await old.page.getByText(tagline).waitFor();
  await waitUntilKept(old.page);
  const oldBuild = await buildOf(old.page);

  front.answerWith(passTo(newServer.url));
  const tab = await old.page.context().newPage();
  await tab.goto(front.url);
  await tab.getByText(newTagline).waitFor();
  await waitUntilKept(tab);
  const build = await buildOf(tab);
  await tab.reload();
  await tab.getByText(newTagline).waitFor();
  const devtools = await tab.context().newCDPSession(tab);
  await devtools.send('Network.clearBrowserCache');
  await old.button('Add Link').first().click();
  await old.dialog.getByLabel('Affiliate URL').waitFor();
  expect(new Set(await keptBuilds(tab))).toEqual(new Set([oldBuild, build]));
  await old.page.goto('about:blank');
  await tab.reload();
  await expect.poll(() => keptBuilds(tab)).toEqual([build]);

  front.answerWith(unreachable);
  await tab.reload();
  await tab.getByText(newTagline).waitFor();
  old.faults.length = 0;
});

test('whatever the network says instead of the page is shown and never kept; silence and a broken server give the page', async ({
  server,
  open,
}) => {
  front.answerWith(passTo(server.url));
  const desk = await open({ origin: front.url });
  await waitUntilKept(desk.page);
  const kept = await keptBuilds(desk.page);
  // The same build under another name: what the server says of itself is kept anew with each answer.
  const renamed = await startServer({ BRAND_NAME: 'Renamed' });
  front.answerWith(passTo(renamed.url));
  await desk.page.reload();
  const keptPage = () => desk.page.evaluate(async () => (await (await caches.match('/'))?.text()) ?? '');
  await expect.poll(keptPage).toContain('<title>Renamed');
  await renamed.stop();

  for (const [status, words] of [
    [200, 'Log in to this network'],
    [401, 'Who are you?'],
  ] as const) {
    front.answerWith(page(status, words));
    await desk.page.reload();
    await desk.page.getByRole('heading', { name: words }).waitFor();
  }
  front.answerWith((call, response) => {
    if (call.url === '/login') page(200, 'Log in here')(call, response);
    else response.writeHead(302, { location: '/login' }).end();
  });
  await desk.page.goto(front.url);
  await desk.page.getByRole('heading', { name: 'Log in here' }).waitFor();

  for (const answer of [page(502, 'Bad gateway'), silent]) {
    front.answerWith(answer);
    await desk.page.goto(front.url);
    await desk.page.getByText(tagline).waitFor();
    expect(await desk.page.title()).toContain('Renamed');
    await desk.button('Add Link').first().waitFor();
    expect(await keptBuilds(desk.page)).toEqual(kept);
  }
  desk.faults.length = 0;
});

test('a server without a service worker, as before, takes it away again', async ({ server, open }) => {
  front.answerWith(passTo(server.url));
  const desk = await open({ origin: front.url });
  await waitUntilKept(desk.page);
  front.answerWith((call, response) => {
    if (call.url === '/service-worker.js') page(404, 'Nothing here')(call, response);
    else page(200, 'The page of before')(call, response);
  });
  await desk.page.reload();
  await desk.page.getByRole('heading', { name: 'The page of before' }).waitFor();
  await expect.poll(() => registrations(desk.page)).toBe(0);
  await expect.poll(() => keptBuilds(desk.page)).toEqual([]);
});

test('what differs from the build by one byte is not kept, and the page works all the same', async ({
  server,
  open,
}) => {
  const pass = passTo(server.url);
  front.answerWith((call, response) => {
    const isTerms = call.url?.startsWith('/assets/terms-dialog') ?? false;
    if (isTerms) response.writeHead(200, { 'content-type': 'text/javascript' }).end('export {};');
    else pass(call, response);
  });
  const desk = await open({ path: 'about:blank', origin: front.url });
  const tried = desk.page.context().waitForEvent('serviceworker');
  await desk.page.goto(front.url);
  await tried;
  await expect.poll(() => registrations(desk.page)).toBe(0);
  expect(await desk.page.evaluate(() => caches.keys())).toEqual([]);
  await desk.button('Add Link').first().waitFor();

  front.answerWith(pass);
  await desk.page.reload();
  await waitUntilKept(desk.page);
});

test('a browser without room for the page, or without workers, shows it all the same', async ({
  server,
  open,
}) => {
  const full = await open({ path: 'about:blank' });
  const devtools = await full.page.context().newCDPSession(full.page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1000 });
  const tried = full.page.context().waitForEvent('serviceworker');
  await full.page.goto(server.url);
  await tried;
  await full.button('Add Link').first().waitFor();
  await expect.poll(() => registrations(full.page)).toBe(0);
  expect(await full.page.evaluate(() => caches.keys())).toEqual([]);
  await full.page.reload();
  await full.button('Add Link').first().waitFor();

  const bare = await open({ path: 'about:blank' });
  await bare.page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  });
  await bare.page.goto(server.url);
  await bare.button('Add Link').first().waitFor();
  expect(await bare.page.evaluate(() => 'serviceWorker' in navigator)).toBe(false);
});
