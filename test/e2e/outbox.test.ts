import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import * as z from 'zod/mini';

import { undoTime } from '#web/links-client/list/deletions.ts';

import { journeyOn } from './harness/journey.ts';
import { openKillableBrowser } from './harness/killable-browser.ts';
import { startServer } from './harness/server.ts';
import type { AppPage } from './harness/app-page.ts';

const test = journeyOn(startServer, { keepsPage: true });
const failed = /Failed to load resource|ERR_/u;

/** Records the changes that the page sends, with duplicates. */
function noteChanges(page: Page): string[] {
  const sent: string[] = [];
  // A try without a network gets no answer.
  page.on('response', (response) => {
    const request = response.request();
    const path = new URL(request.url()).pathname;
    if (request.method() === 'GET' || !/^\/api\/links(?:\/[\da-f-]+)?$/u.test(path)) return;
    sent.push(`${request.method()} ${JSON.parse(request.postData() ?? '{}').description ?? ''}`.trim());
  });
  return sent;
}

/** Returns the descriptions on the server that match `own`. Each test uses other descriptions. */
async function saved(page: Page, own: RegExp): Promise<string[]> {
  const descriptions = await page.evaluate(async () => {
    const response = await fetch('/api/links?limit=100');
    const { links } = await response.json();
    return links.map(({ description }: { description: string }) => description);
  });
  return z
    .array(z.string())
    .parse(descriptions)
    .filter((description) => own.test(description));
}

const row = (app: AppPage, description: string) => app.page.getByRole('checkbox', { name: description });

async function edit(app: AppPage, from: string, to: string): Promise<void> {
  await app.openDialog(app.button(`Edit ${from}`));
  await app.dialog.getByLabel("What's this link about").fill(to);
  await app.dialog.getByRole('button', { name: 'Save Changes' }).click();
  await app.dialog.waitFor({ state: 'detached' });
}

/** Cuts the network after the service worker has cached the page. */
async function leaveNetwork({ page }: AppPage): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.context().setOffline(true);
}

const link = (description: string) => ({ url: `https://shop.example/${description.length}`, description });

test('offline changes survive a reload and are sent once, in order, when the network returns', async ({
  cleanApp: app,
}) => {
  const { page } = app;
  await app.listLinks([link('Old knife'), link('Old board')]);
  await leaveNetwork(app);
  await app.addLink(link('New pan'));
  await edit(app, 'New pan', 'New pan of iron');
  await edit(app, 'Old knife', 'Old knife, sharpened');
  await app.button('Delete Old board').click();
  await expect.poll(() => writtenDown(page)).toBe(4);
  await page.reload();
  await row(app, 'New pan of iron').waitFor();
  await row(app, 'Old knife, sharpened').waitFor();
  await expect.poll(() => row(app, 'Old board').count()).toBe(0);

  app.faults.length = 0;
  const sent = noteChanges(page);
  await page.context().setOffline(false);
  await expect.poll(() => saved(page, /^(?:Old|New)/u)).toEqual(['New pan of iron', 'Old knife, sharpened']);
  const changes = ['POST New pan', 'PATCH New pan of iron', 'PATCH Old knife, sharpened', 'DELETE'];
  await expect.poll(() => sent).toEqual(changes);
  await page.reload();
  await row(app, 'New pan of iron').waitFor();
  app.faults.length = 0;
});

test('a lost answer does not create a second link', async ({ cleanApp: app }) => {
  const { page } = app;
  let arrivals = 0;
  await page.route('**/api/links', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    arrivals += 1;
    if (arrivals > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await app.addLink(link('Saved, but the answer is lost'));
  await expect.poll(() => arrivals).toBe(2);
  await expect.poll(() => saved(page, /^Saved, but/u)).toEqual(['Saved, but the answer is lost']);
  await page.unroute('**/api/links');
  await app.takeFaults(failed);
});

const rowOf = (page: Page, description: string) =>
  page.getByRole('listitem').filter({ hasText: description });

test('an edit that conflicts with a newer version shows both and asks; an edit of a deleted link can be saved as a new link', async ({
  server,
  cleanApp: app,
}) => {
  const { page } = app;
  const [knifeId = '', boardId = ''] = await app.listLinks([link('Shared knife'), link('Shared board')]);
  const { request } = page.context();
  await leaveNetwork(app);
  await edit(app, 'Shared knife', 'My knife');
  await edit(app, 'Shared board', 'My board');
  await rowOf(page, 'My knife').getByText('Not saved yet').waitFor();
  await request.patch(`${server.url}/api/links/${knifeId}`, { data: { description: 'Their knife' } });
  await request.delete(`${server.url}/api/links/${boardId}`);

  await page.context().setOffline(false);
  await rowOf(page, 'My knife').getByRole('button', { name: 'Compare' }).click();
  await app.dialog.getByText('Their knife').waitFor();
  await app.dialog.getByText('My knife').waitFor();
  await app.button('Keep mine').click();
  await rowOf(page, 'My board').getByRole('button', { name: 'Decide' }).click();
  await app.button('Save as new').click();
  await expect.poll(() => saved(page, /knife$|^My/u)).toEqual(['My board', 'My knife']);
  await expect.poll(() => page.getByText(/^Not saved/u).count()).toBe(0);
  app.faults.length = 0;
});

test('an edit that the server refuses stays visible, also after a reload, until it is saved or discarded', async ({
  cleanApp: app,
}) => {
  const { page } = app;
  await app.listLinks([link('Plain pan'), link('Plain pot')]);
  await leaveNetwork(app);
  await edit(app, 'Plain pan', 'Refused pan');
  await edit(app, 'Plain pot', 'Refused pot');
  const problem = {
    type: 'about:blank',
    title: 'No',
    status: 400,
    code: 'text-invalid',
    detail: 'Not like this.',
  };
  await page.route('**/api/links/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 400, json: problem }) : route.continue(),
  );
  await page.context().setOffline(false);
  await page.getByText('Not saved: Not like this.').nth(1).waitFor();
  await page.reload();
  await rowOf(page, 'Refused pan').getByText('Not saved: Not like this.').waitFor();
  await page.unroute('**/api/links/*');
  await rowOf(page, 'Refused pan').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => saved(page, /^Refused/u)).toEqual(['Refused pan']);
  await rowOf(page, 'Refused pot').getByRole('button', { name: 'Discard' }).click();
  await row(app, 'Plain pot').waitFor();
  expect(await saved(page, /^Plain/u)).toEqual(['Plain pot']);
  app.faults.length = 0;
});

test('a browser that is killed after storing a change and before sending it loses nothing', async ({
  server,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'linkweft-profile-'));
  const first = await openKillableBrowser(profile);
  await first.page.goto(server.url);
  let arrived = () => {};
  const isOnItsWay = new Promise<void>((resolve) => (arrived = resolve));
  // Never answers. The change is already stored.
  await first.page.route('**/api/links', (route) =>
    route.request().method() === 'POST' ? arrived() : route.continue(),
  );
  await first.page.getByRole('button', { name: 'Add Link' }).first().click();
  await first.page.getByLabel('Affiliate URL').fill('https://shop.example/killed');
  await first.page.getByLabel("What's this link about").fill('Written before the end');
  await first.page.getByRole('dialog').getByRole('button', { name: 'Add Link' }).click();
  await isOnItsWay;
  await first.kill();

  const second = await openKillableBrowser(profile);
  const sent = noteChanges(second.page);
  await second.page.goto(server.url);
  await second.page.getByRole('checkbox', { name: 'Written before the end' }).waitFor();
  await expect.poll(() => saved(second.page, /^Written/u)).toEqual(['Written before the end']);
  await expect.poll(() => sent).toEqual(['POST Written before the end']);
  await second.kill();
  // Child processes of the browser may still write after its end.
  await rm(profile, { recursive: true, force: true, maxRetries: 20 });
});

test('a deletion that conflicts with a newer version shows both and asks: the user deletes the link or keeps the newer version', async ({
  server,
  cleanApp: app,
}) => {
  const { page } = app;
  const ids = await app.listLinks([link('Doomed knife'), link('Doomed board'), link('Doomed fork')]);
  const { request } = page.context();
  await leaveNetwork(app);
  for (const name of ['knife', 'board', 'fork']) {
    await app.button(`Delete Doomed ${name}`).click();
    await app.button(new RegExp(`^Undo.*Doomed ${name}`)).waitFor();
  }
  for (const [index, name] of ['knife', 'board'].entries())
    await request.patch(`${server.url}/api/links/${ids[index]}`, { data: { description: `Newer ${name}` } });
  await expect.poll(() => app.button(/^Undo/).count()).toBe(0);

  await page.context().setOffline(false);
  await rowOf(page, 'Newer board').getByText('Not deleted: changed elsewhere in the meantime').waitFor();
  await expect.poll(() => saved(page, /^Doomed/u)).toEqual([]);
  expect(await saved(page, /^Newer/u)).toEqual(['Newer board', 'Newer knife']);
  await app.openDialog(rowOf(page, 'Newer knife').getByRole('button', { name: 'Compare' }));
  await app.dialog.getByText('Newer knife').waitFor();
  await app.dialog.getByText('Doomed knife').waitFor();
  await app.button('Delete it').click();
  await expect.poll(() => rowOf(page, 'Newer knife').count()).toBe(0);
  await page.reload();
  await app.openDialog(rowOf(page, 'Newer board').getByRole('button', { name: 'Compare' }));
  await app.button('Keep the newer one').click();
  await expect.poll(() => page.getByText('Not deleted').count()).toBe(0);
  await expect.poll(() => saved(page, /^Newer/u)).toEqual(['Newer board']);
  await row(app, 'Newer board').waitFor();
  app.faults.length = 0;
});

test('deletions that can be undone survive the kill of a browser: one is undone, the other is sent', async ({
  server,
}) => {
  await server.saveLinks([link('Killed pan'), link('Killed pot')]);
  const profile = await mkdtemp(join(tmpdir(), 'linkweft-profile-'));
  // The clock does not move, so a deletion can be undone however slowly the browser starts.
  const time = Date.now();
  const first = await openKillableBrowser(profile);
  await first.page.clock.setFixedTime(time);
  await first.page.goto(server.url);
  await first.page.getByRole('button', { name: 'Delete Killed pan' }).click();
  await first.page.getByRole('button', { name: 'Delete Killed pot' }).click();
  await first.page.getByRole('button', { name: /^Undo/ }).nth(1).waitFor();
  // A change is stored when another page can read it.
  await expect.poll(() => writtenDown(first.page)).toBe(2);
  await first.kill();

  const second = await openKillableBrowser(profile);
  await second.page.clock.setFixedTime(time);
  await second.page.goto(server.url);
  await second.page.getByRole('button', { name: 'Undo: keep Killed pot' }).click();
  await expect.poll(() => writtenDown(second.page)).toBe(1);
  await second.page.clock.setFixedTime(time + undoTime);
  await expect.poll(() => saved(second.page, /^Killed/u)).toEqual(['Killed pot']);
  await expect.poll(() => writtenDown(second.page)).toBe(0);
  await second.kill();
  await rm(profile, { recursive: true, force: true, maxRetries: 20 });
});

/** Returns the number of changes that the browser has stored. */
function writtenDown(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('linkweft');
        opening.addEventListener('error', () => reject(new Error('The database did not open.')));
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('outbox').objectStore('outbox').count();
          counting.addEventListener('success', () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
  );
}

test('with a database that never opens, and with one that is full, the page works online', async ({
  server,
  open,
}) => {
  const app = await open({ path: 'about:blank', serviceWorkers: 'block' });
  const { page } = app;
  await page.addInitScript(() => {
    if (location.hash !== '#mute') return;
    const openDatabase = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function openForEver(...call) {
      return Object.assign(openDatabase.apply(this, call), { addEventListener() {} });
    };
  });
  await page.goto(`${server.url}/#mute`);
  await app.addLink(link('Without a database'));
  expect(await saved(page, /^Without/u)).toEqual(['Without a database']);

  await page.goto('about:blank');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1 });
  await page.goto(server.url);
  await app.addLink(link('Without room'));
  expect(await saved(page, /^Without/u)).toEqual(['Without room', 'Without a database']);
});
