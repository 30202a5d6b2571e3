import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { accessibilityFaults } from './harness/axe.ts';
import { journeyOn } from './harness/journey.ts';
import { openKillableBrowser } from './harness/killable-browser.ts';
import { startServer } from './harness/server.ts';
import { saved, secondTab } from './harness/tabs.ts';
import type { AppPage } from './harness/app-page.ts';
import { closeData, confirmDeleteAll, openByCode, openData, showCode } from './harness/your-data.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }));
const pan = { url: 'https://shop.example/pan', description: 'Pan of a crashed browser' };
const pot = { url: 'https://shop.example/pot', description: 'Pot of the same visitor' };

async function addLink(page: Page, { url, description }: typeof pan): Promise<void> {
  await page.getByRole('button', { name: 'Add Link' }).first().click();
  await page.getByLabel('Affiliate URL').fill(url);
  await page.getByLabel("What's this link about").fill(description);
  await page.getByRole('dialog').getByRole('button', { name: 'Add Link' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

const row = (page: Page, { description }: typeof pan) => page.getByRole('checkbox', { name: description });

async function removeAll(app: AppPage): Promise<void> {
  await openData(app);
  await confirmDeleteAll(app);
  await app.dialog.getByText('All your data was deleted.').waitFor();
  await closeData(app);
}

test('after a crash right after its first save, a browser has its links again and saves the next one beside them', async ({
  server,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'linkweft-profile-'));
  const first = await openKillableBrowser(profile);
  await first.page.goto(server.url);
  await addLink(first.page, pan);
  await first.kill();

  const second = await openKillableBrowser(profile);
  await second.page.goto(server.url);
  await row(second.page, pan).waitFor();
  await addLink(second.page, pot);
  await row(second.page, pan).waitFor();
  await second.page.reload();
  await row(second.page, pot).waitFor();
  await row(second.page, pan).waitFor();
  await second.kill();
  // Child processes of the browser may still write after its end.
  await rm(profile, { recursive: true, force: true, maxRetries: 20 });
});

/** Leaves one saved link, one unsent link and no cookie, as after a crash. */
async function loseCookie(app: AppPage): Promise<void> {
  const { page } = app;
  await app.addLink(pan);
  await page.route('**/api/links', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await app.addLink(pot);
  // An open page would send the change without its cookie.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.unroute('**/api/links');
}

test('a change that was not sent before a crash goes into the old workspace, not into a new one', async ({
  open,
}) => {
  const app = await open();
  const { page } = app;
  await loseCookie(app);
  await page.goto('/');
  await row(page, pan).waitFor();
  await row(page, pot).waitFor();
  await expect.poll(() => page.getByText('Not saved yet').count()).toBe(0);
  await page.reload();
  await expect.poll(() => app.rows.count()).toBe(2);
  await app.takeFaults(/ERR_FAILED/);
});

test('if the database answers late, the browser opens no other workspace', async ({ open }) => {
  const app = await open();
  const { page } = app;
  await loseCookie(app);
  await page.addInitScript(() => {
    const openDatabase = IDBFactory.prototype.open;
    // The first two requests, for the list and for the outbox, get no answer.
    let silent = 2;
    IDBFactory.prototype.open = function openLate(name, version) {
      const opening = openDatabase.call(this, name, version);
      if (name !== 'linkweft-workspace' || (silent -= 1) < 0) return opening;
      return Object.assign(opening, { addEventListener() {} });
    };
  });
  await page.goto('/');
  await expect.poll(() => saved(page, /^P/u)).toEqual([pot.description, pan.description]);
  await app.takeFaults(/ERR_FAILED/);
});

test('after a deletion of all data in one tab no secret remains, and no tab restores the data', async ({
  open,
}) => {
  const app = await open();
  await app.addLink(pan);
  const other = await secondTab(app);
  await row(other.page, pan).waitFor();
  await removeAll(app);
  await other.page.getByText('No links saved yet').waitFor();
  await other.page.reload();
  await other.page.getByText('No links saved yet').waitFor();
  expect(await app.page.context().cookies()).toEqual([]);
  await other.addLink(pot);
  await app.page.reload();
  await row(app.page, pot).waitFor();
  expect(await app.rows.count()).toBe(1);
});

test('a deletion of all data also works on the server when the cookie was lost before', async ({
  server,
  open,
}) => {
  const app = await open();
  await app.addLink(pan);
  const cookies = await app.page.context().cookies();
  await app.page.context().clearCookies();
  await removeAll(app);
  await app.page.context().addCookies(cookies);
  const links = await app.page.context().request.get(`${server.url}/api/links`);
  expect(await links.json()).toMatchObject({ links: [] });
});

test('of two workspaces, the one that was opened last is restored', async ({ open }) => {
  const one = await open();
  await one.addLink(pan);
  await openData(one);
  const code = await showCode(one);
  const app = await open();
  await app.addLink(pot);
  await openData(app);
  await openByCode(app, code);
  await app.page.context().clearCookies();
  await app.page.reload();
  await row(app.page, pan).waitFor();
  expect(await app.rows.count()).toBe(1);
});

test('cached links stay when their workspace was deleted elsewhere, until the visitor deletes them here', async ({
  server,
  open,
}) => {
  const app = await open();
  const { page } = app;
  await app.addLink(pan);
  await page.reload();
  await row(page, pan).waitFor();
  const response = await page.context().request.delete(`${server.url}/api/workspace`);
  expect(response.status()).toBe(204);
  await page.reload();
  await page.getByText('The server no longer has your links').waitFor();
  await row(page, pan).waitFor();
  await removeAll(app);
  await page.getByText('No links saved yet').waitFor();
  await app.takeFaults(/status of 404/);
});

test('links of a workspace that was deleted elsewhere are saved again in a new one if the visitor asks for it', async ({
  server,
  open,
}) => {
  const app = await open();
  const { page } = app;
  for (const link of [pan, pot]) await app.addLink(link);
  await page.reload();
  await row(page, pot).waitFor();
  await page.context().request.delete(`${server.url}/api/workspace`);
  await page.reload();
  await page.getByText('Under “Your data”, you can save them again').waitFor();
  await openData(app);
  await app.dialog.getByText('The server no longer knows your 2 links').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await app.dialog.getByRole('button', { name: 'Save again' }).click();
  await app.dialog.getByText('Your links are saved again. 2 links are saved for you').waitFor();
  await closeData(app);
  await page.goto('/');
  await expect.poll(() => saved(page, /^P/u)).toEqual([pot.description, pan.description]);
  await row(page, pan).waitFor();
  await openData(app);
  expect(await app.dialog.getByRole('button', { name: 'Save again' }).count()).toBe(0);
  await closeData(app);
  await page.context().clearCookies();
  await page.reload();
  await row(page, pot).waitFor();
  await app.takeFaults(/status of 404/);
});

test('without a database the browser stores no secret and the page works', async ({ open }) => {
  const app = await open({ path: 'about:blank' });
  const { page } = app;
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Blocked.', 'SecurityError');
    };
  });
  await page.goto('/');
  await app.addLink(pan);
  await page.reload();
  await row(page, pan).waitFor();
  app.faults.length = 0;
});
