import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { journeyOn } from './harness/journey.ts';
import { kept } from './harness/kept.ts';
import { sampleLinks, twelveLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';

const test = journeyOn(startServer);
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
  const { links } = await kept(page);
  return links.map(({ description }) => description);
}

test('links that were seen are there without a server, can be searched, and say that there may be more', async ({
  clearDesk: desk,
}) => {
  await desk.listLinks(twelveLinks);
  await desk.button('Show more').click();
  await desk.page.getByRole('checkbox', { name: 'Item number 03' }).waitFor();
  await expect.poll(() => cached(desk.page)).toContain('Item number 03');
  await desk.page.route('**/api/links?*', (route) => route.abort());
  await desk.page.reload();
  await desk.page.getByRole('checkbox', { name: 'Item number 12' }).waitFor();
  await desk.page.getByText('The server could not be reached.').first().waitFor();
  await desk.page.getByText('there may be more').waitFor();
  await desk.button('Show more').click();
  await desk.page.getByRole('checkbox', { name: 'Item number 03' }).waitFor();
  await desk.page.getByRole('searchbox').fill('number 04');
  await expect.poll(() => desk.rows.count()).toBe(1);
  await desk.page.unroute('**/api/links?*');
  await desk.page.getByRole('searchbox').fill('');
  await desk.takeFaults(/Failed to load resource/);
});

test('a second tab warns that links are kept by one tab at a time, works, and takes over', async ({
  server,
  clearDesk: desk,
}) => {
  await desk.button('Add Link').first().waitFor();
  const other = await desk.page.context().newPage();
  const warnings = listenForWarnings(other);
  await other.goto(server.url);
  await expect.poll(() => warnings.join()).toMatch(oneTab);
  await desk.addLink({ ...knife, description: 'Knife of the owning tab' });
  await other.getByRole('checkbox', { name: 'Knife of the owning tab' }).waitFor();

  await desk.page.goto('about:blank');
  await server.saveLinks([{ ...knife, description: 'Knife of the heir' }]);
  await expect
    .poll(async () => {
      await other.evaluate(() => window.dispatchEvent(new CustomEvent('refreshLinks')));
      return cached(other);
    })
    .toContain('Knife of the heir');
  await other.close();
  await desk.page.goto('/');
});

test('a browser without locks warns of that, and the page works', async ({ browser, server }) => {
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
