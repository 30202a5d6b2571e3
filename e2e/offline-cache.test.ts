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

test('a second tab warns that links are kept by one tab at a time, and works', async ({ server, open }) => {
  const desk = await open();
  await desk.button('Add Link').first().waitFor();
  const other = await desk.page.context().newPage();
  const warnings = listenForWarnings(other);
  await other.goto(server.url);
  await expect.poll(() => warnings.join()).toMatch(oneTab);
  await desk.addLink({ ...knife, description: 'Knife of the owning tab' });
  await other.getByRole('checkbox', { name: 'Knife of the owning tab' }).waitFor();
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
