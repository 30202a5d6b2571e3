import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';
import type { Workbench } from './harness/workbench.ts';

const test = journeyOn(startServer);
const failed = /Failed to load resource|ERR_/u;

/** Notes which changes the page sends, and how often. */
function noteChanges(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request: Request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === 'GET' || !/^\/api\/links(?:\/[\da-f-]+)?$/u.test(path)) return;
    const { description = '' } = JSON.parse(request.postData() ?? '{}');
    sent.push(`${request.method()} ${description}`.trim());
  });
  return sent;
}

const saved = (page: Page) =>
  page.evaluate(async () => {
    const response = await fetch('/api/links?limit=100');
    const { links } = await response.json();
    return links.map(({ description }: { description: string }) => description);
  });

const row = (desk: Workbench, description: string) => desk.page.getByRole('checkbox', { name: description });

async function edit(desk: Workbench, from: string, to: string): Promise<void> {
  await desk.button(`Edit ${from}`).click();
  await desk.dialog.getByLabel("What's this link about").fill(to);
  await desk.dialog.getByRole('button', { name: 'Save Changes' }).click();
  await desk.dialog.waitFor({ state: 'detached' });
}

const link = (description: string) => ({ url: `https://shop.example/${description.length}`, description });

test('what was changed without a network survives a reload and is sent once, in order, when it is back', async ({
  open,
}) => {
  const desk = await open();
  const { page } = desk;
  await desk.addLink(link('Old knife'));
  await desk.addLink(link('Old board'));
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
  await page.reload();
  await row(desk, 'Old board').waitFor();

  await page.context().setOffline(true);
  await desk.addLink(link('New pan'));
  await edit(desk, 'New pan', 'New pan of iron');
  await edit(desk, 'Old knife', 'Old knife, sharpened');
  await desk.button('Delete Old board').click();
  await desk.button(/^Undo/).waitFor();
  await page.reload();
  await row(desk, 'New pan of iron').waitFor();
  await row(desk, 'Old knife, sharpened').waitFor();
  await expect.poll(() => row(desk, 'Old board').count()).toBe(0);

  desk.faults.length = 0;
  const sent = noteChanges(page);
  await page.context().setOffline(false);
  await expect
    .poll(() => saved(page), { timeout: 15_000 })
    .toEqual(['New pan of iron', 'Old knife, sharpened']);
  expect(sent).toEqual(['POST New pan', 'PATCH New pan of iron', 'PATCH Old knife, sharpened', 'DELETE']);
  await page.reload();
  await row(desk, 'New pan of iron').waitFor();
  desk.faults.length = 0;
});

test('an answer that is lost on the way makes no second link', async ({ open }) => {
  const desk = await open();
  const { page } = desk;
  let arrivals = 0;
  await page.route('**/api/links', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    arrivals += 1;
    if (arrivals > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await desk.addLink(link('Saved, but the answer is lost'));
  await expect.poll(() => arrivals, { timeout: 15_000 }).toBe(2);
  await expect.poll(() => saved(page)).toContain('Saved, but the answer is lost');
  expect((await saved(page)).filter((name: string) => name.startsWith('Saved, but'))).toHaveLength(1);
  await desk.takeFaults(failed);
});
