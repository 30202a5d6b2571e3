import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { journeyOn } from './harness/journey.ts';
import { sampleLinks } from './harness/sample.ts';
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

const cachedLinks = (page: Page) => page.evaluate(() => localStorage.getItem('newestLinks') ?? '');

test('the newest links are there without a network', async ({ server, open }) => {
  await server.saveLinks([{ ...knife, description: 'Knife of the last visit' }]);
  const desk = await open();
  await desk.page.getByRole('checkbox', { name: 'Knife of the last visit' }).waitFor();
  await desk.page.route('**/api/links?*', (route) => route.abort());
  await desk.page.reload();
  await desk.page.getByRole('checkbox', { name: 'Knife of the last visit' }).waitFor();
  await desk.page.getByText('The server could not be reached.').first().waitFor({ timeout: 15_000 });
  await desk.takeFaults(/Failed to load resource/);
});

test('a second tab warns that links are kept by one tab at a time, works, and takes over', async ({
  server,
  open,
}) => {
  const desk = await open();
  await expect.poll(() => cachedLinks(desk.page)).toContain('"links"');
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
      return cachedLinks(other);
    })
    .toContain('Knife of the heir');
});

test('a browser without locks warns of that, and the page works', async ({ browser, server }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const warnings = listenForWarnings(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'locks', { value: undefined });
  });
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Add Link' }).first().waitFor();
  expect(warnings.join()).toContain('does not support keeping links for offline use');
  await context.close();
});
