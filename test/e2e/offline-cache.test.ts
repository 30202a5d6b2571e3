import { request as requestFrom } from 'node:http';

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { startProxy, type Answer } from './harness/proxy.ts';
import { journeyOn } from './harness/journey.ts';
import { storedData } from './harness/stored-data.ts';
import { sampleLinks, twelveLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';

const limit = 1_048_576;
const test = journeyOn(() => startServer({ WORKSPACE: 'own', LOCAL_CACHE_BYTES: String(limit) }));
const [knife] = sampleLinks;
const oneTab = /by one tab at a time/u;

function listenForWarnings(page: Page): string[] {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  return warnings;
}

async function cached(page: Page): Promise<string[]> {
  const { links } = await storedData(page);
  return links.map(({ description }) => description);
}

test('cached links appear without a server, and all of them can be searched', async ({ cleanApp: app }) => {
  await app.listLinks(twelveLinks);
  await expect.poll(() => cached(app.page)).toContain('Item number 01');
  await app.page.route('**/api/links?*', (route) => route.abort());
  await app.page.reload();
  await app.page.getByRole('checkbox', { name: 'Item number 12' }).waitFor();
  await app.page.getByText('The server could not be reached.').first().waitFor();
  // The list is there, so this is no red alert.
  expect(await app.page.locator('.links-panel .red-box').count()).toBe(0);
  await app.button('Show more').click();
  await app.page.getByRole('checkbox', { name: 'Item number 03' }).waitFor();
  await app.page.getByRole('searchbox').fill('number 04');
  await expect.poll(() => app.rows.count()).toBe(1);
  const searched = app.page.getByText('Only links kept on this device were searched.');
  const row = await app.page.locator('.link-row').boundingBox();
  const box = await app.page.locator('.quiet-box', { has: searched }).boundingBox();
  expect((box?.y ?? 0) - (row?.y ?? 0) - (row?.height ?? 0)).toBeGreaterThanOrEqual(8);
  await app.page.unroute('**/api/links?*');
  await app.page.getByRole('searchbox').fill('');
  await app.takeFaults(/Failed to load resource/);
});

test('a second tab warns that only one tab at a time caches links, works, and can take over', async ({
  server,
  cleanApp: app,
}) => {
  await app.button('Add Link').first().waitFor();
  const other = await app.page.context().newPage();
  const warnings = listenForWarnings(other);
  await other.goto(server.url);
  await expect.poll(() => warnings.join()).toMatch(oneTab);
  await app.addLink({ ...knife, description: 'Knife of the owning tab' });
  await other.getByRole('checkbox', { name: 'Knife of the owning tab' }).waitFor();

  await app.page.goto('about:blank');
  await app.saveLinks([{ ...knife, description: 'Knife of the heir' }]);
  await expect
    .poll(async () => {
      await other.evaluate(() => window.dispatchEvent(new CustomEvent('refreshLinks')));
      return cached(other);
    })
    .toContain('Knife of the heir');
  await other.close();
  await app.page.goto('/');
});

test('a browser without locks shows a warning, and the page works', async ({ browser, server }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const warnings = listenForWarnings(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'locks', { value: undefined });
  });
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Add Link' }).first().waitFor();
  await expect.poll(() => warnings.join()).toContain('does not support keeping links for offline use');
  await context.close();
});

const large = (index: number) => ({
  url: `https://shop.example/${index}?${'x'.repeat(8000)}`,
  description: `Large ${index}`,
});

test('the cache stays below its limit: it has the newest links, and unsent changes stay', async ({
  open,
}) => {
  const app = await open({ links: Array.from({ length: 80 }, (_, index) => large(index)) });
  const { page } = app;
  await expect.poll(() => cached(page)).toContain('Large 79');
  await page.route('**/api/links', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await app.addLink({ url: 'https://shop.example/unsent', description: 'Unsent' });
  await app.page.getByRole('button', { name: /^Show all/ }).click();
  await page.locator('.link-count', { hasText: '81 links' }).waitFor();
  const { links, outbox } = await storedData(page);
  const bytes = links.reduce((sum, { url, description }) => sum + 2 * (url + description).length, 0);
  expect(bytes).toBeLessThanOrEqual(limit);
  expect(bytes).toBeGreaterThan(limit * 0.9);
  expect(links.map(({ description }) => description)).not.toContain('Large 9');
  expect(outbox).toMatchObject([{ link: { description: 'Unsent' } }]);
  // An open page goes on trying to send the link.
  await page.close();
  app.faults.length = 0;
});

/** Passes requests on as from a browser without cookies. */
function withoutCookies(url: string): Answer {
  return (call, response) => {
    const { cookie: _cookie, ...headers } = call.headers;
    const onward = requestFrom(new URL(call.url ?? '/', url), { method: call.method, headers }, (answer) => {
      const { 'set-cookie': _set, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(response);
    });
    onward.once('error', () => response.destroy());
    call.pipe(onward);
  };
}

test('a browser without cookies shows a message that its links cannot be found again', async ({
  server,
  open,
}) => {
  const proxy = await startProxy(withoutCookies(server.url));
  const app = await open({ origin: proxy.url });
  await app.button('Add Link').first().click();
  await app.dialog.getByLabel('Affiliate URL').fill('https://shop.example/');
  await app.dialog.getByLabel("What's this link about").fill('Lost knife');
  await app.dialog.getByRole('button', { name: 'Add Link' }).click();
  await app.page.getByRole('alert').filter({ hasText: 'blocks this site’s cookie' }).waitFor();
  await app.page.close();
  await proxy.stop();
});

test('this page keeps working when a newer page upgrades or deletes the database', async ({ open }) => {
  const app = await open();
  const { page } = app;
  await app.addLink({ url: 'https://shop.example/1', description: 'Before' });
  const replace = (version: number | null) =>
    page.evaluate(
      (next) =>
        new Promise<string>((resolve) => {
          const request =
            next === null ? indexedDB.deleteDatabase('linkweft') : indexedDB.open('linkweft', next);
          request.addEventListener('blocked', () => resolve('blocked'));
          request.addEventListener('success', () => {
            if (request.result instanceof IDBDatabase) request.result.close();
            resolve('done');
          });
        }),
      version,
    );
  expect(await replace(null)).toBe('done');
  await app.addLink({ url: 'https://shop.example/2', description: 'After it was cleared' });
  await expect.poll(async () => (await storedData(page)).links.length).toBeGreaterThan(0);
  expect(await replace(3)).toBe('done');
  await app.addLink({ url: 'https://shop.example/3', description: 'Beside a newer page' });
  await page.reload();
  await page.getByRole('checkbox', { name: 'Beside a newer page' }).waitFor();
  await page.getByRole('checkbox', { name: 'After it was cleared' }).waitFor();
});
