import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';
import { leaveNetwork, saved, secondTab } from './harness/tabs.ts';
import type { AppPage } from './harness/app-page.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }), { keepsPage: true });
const failed = /Failed to load resource|ERR_/u;
const link = (description: string) => ({ url: `https://shop.example/${description.length}`, description });

const eight = (thing: string) => Array.from({ length: 8 }, (_, index) => link(`${thing} ${index}`));

/** Holds each write until a second one waits, at most 2 s. Returns the largest number of waiting writes. */
async function holdWrites(page: Page): Promise<{ most(): number }> {
  let waiting = 0;
  let most = 0;
  await page.context().route(/\/api\/links(?:\/import)?$/u, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    waiting += 1;
    most = Math.max(most, waiting);
    const limit = Date.now() + 2000;
    const isHeld = () => waiting < 2 && Date.now() < limit;
    while (isHeld()) await new Promise((resolve) => setTimeout(resolve, 20));
    const response = await route.fetch();
    // Counts down before the browser gets the answer, because the answer may start the next write.
    waiting -= 1;
    await route.fulfill({ response });
  });
  return { most: () => most };
}

async function fillForm({ button, dialog }: AppPage, description: string): Promise<void> {
  await button('Add Link').first().click();
  await dialog.getByLabel('Affiliate URL').fill(`https://shop.example/${description}`);
  await dialog.getByLabel("What's this link about").fill(description);
}

/** Clicks by event, because a tab in the background is not drawn. */
const submit = ({ dialog }: AppPage) =>
  dialog.getByRole('button', { name: 'Add Link' }).dispatchEvent('click');

test('first saves in two tabs at the same time, by form and by import, open one workspace', async ({
  open,
}) => {
  const app = await open({ serviceWorkers: 'block' });
  const other = await secondTab(app);
  const importing = await secondTab(app);
  await importing.button('Import or export links').click();
  await importing.dialog.getByLabel('Paste a list').fill('https://shop.example/imported');
  await importing.dialog.getByRole('button', { name: 'Preview' }).click();
  await fillForm(app, 'First');
  await fillForm(other, 'Second');
  const writes = await holdWrites(app.page);
  await Promise.all([
    submit(app),
    submit(other),
    importing.dialog.getByRole('button', { name: /^Import \d/u }).dispatchEvent('click'),
  ]);
  await expect.poll(async () => (await saved(app.page, /^/u)).length).toBe(3);
  expect(writes.most()).toBe(1);
  // The last answer may still be pending.
  await app.page.context().unrouteAll({ behavior: 'wait' });
});

test('a change that the server cannot save is named above the list, and the other changes are sent after it is discarded', async ({
  cleanApp: app,
}) => {
  const { page } = app;
  await leaveNetwork(app);
  await app.addLink(link('Unlucky pan'));
  await app.addLink(link('Patient pot'));
  const problem = {
    type: 'about:blank',
    title: 'No',
    status: 500,
    code: 'storage-failed',
    detail: 'Disk full.',
  };
  await page.route('**/api/links', (route) => {
    const isUnlucky = route.request().postData()?.includes('Unlucky pan') ?? false;
    return isUnlucky ? route.fulfill({ status: 500, json: problem }) : route.continue();
  });
  await page.context().setOffline(false);
  await page.getByText('“Unlucky pan” couldn’t be saved').waitFor();
  await page.getByText('Disk full.').waitFor();
  expect(await saved(page, /pan$|pot$/u)).toEqual([]);
  await app.button('Discard this change').click();
  await expect.poll(() => saved(page, /pan$|pot$/u)).toEqual(['Patient pot']);
  await expect.poll(() => page.getByText('Unlucky pan').count()).toBe(0);
  await page.unroute('**/api/links');
  await app.takeFaults(failed);
});

test('a ticked link outside of the search shows its state in the view of the selected links until it is saved', async ({
  cleanApp: app,
}) => {
  const { page } = app;
  await app.listLinks(eight('Board'));
  await page.getByRole('searchbox').fill('Board');
  await expect.poll(() => app.rows.count()).toBe(5);
  await app.button('Add Link').first().click();
  await app.dialog.getByLabel('Affiliate URL').waitFor();
  await leaveNetwork(app);
  await app.dialog.getByLabel('Affiliate URL').fill('https://shop.example/bowl');
  await app.dialog.getByLabel("What's this link about").fill('Offline bowl');
  await app.dialog.getByRole('button', { name: 'Add Link' }).click();
  await page.getByText('Added, but hidden by this search.').waitFor();
  await page.getByRole('button', { name: 'Only selected' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Offline bowl' });
  await row.getByText('Not saved yet').waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => saved(page, /bowl$/u)).toEqual(['Offline bowl']);
  await expect.poll(() => row.getByText('Not saved yet').count()).toBe(0);
  expect(await row.count()).toBe(1);
  await page.getByRole('searchbox').fill('');
  app.faults.length = 0;
});

test('the page can show only changes that need a decision', async ({ cleanApp: app }) => {
  const { page } = app;
  await app.listLinks(eight('Shelf'));
  await leaveNetwork(app);
  await app.openDialog(app.button('Edit Shelf 7'));
  await app.dialog.getByLabel("What's this link about").fill('My shelf');
  await app.dialog.getByRole('button', { name: 'Save Changes' }).click();
  await app.dialog.waitFor({ state: 'detached' });
  const problem = { type: 'about:blank', title: 'No', status: 400, code: 'text-invalid', detail: 'Not so.' };
  await page.route('**/api/links/*', (route) => route.fulfill({ status: 400, json: problem }));
  await page.context().setOffline(false);
  await app.button('Show just this one').click();
  await expect.poll(() => app.rows.count()).toBe(1);
  await page.getByRole('listitem').getByText('Not saved: Not so.').waitFor();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Shelf 7' }).waitFor();
  await expect.poll(() => app.rows.count()).toBeGreaterThan(4);
  await page.unroute('**/api/links/*');
  app.faults.length = 0;
});
