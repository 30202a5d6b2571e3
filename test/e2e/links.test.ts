import { expect } from 'vitest';
import * as z from 'zod/mini';

import { listen, refreshLinks } from './harness/events.ts';
import { journeyOn } from './harness/journey.ts';
import { startServer, type LinkweftServer } from './harness/server.ts';
import { sampleContent, sampleLinks, twelveLinks } from './harness/sample.ts';
import type { AppPage } from './harness/app-page.ts';

const test = journeyOn(startServer);
const [knife, board] = sampleLinks;

const rowNames = (app: AppPage) =>
  app.rows.evaluateAll((boxes) =>
    boxes.map((box) => box.closest('li')?.querySelector('label')?.innerText.split('\n')[0]),
  );

const selectedLinks = (app: AppPage) => app.page.evaluate(() => localStorage.getItem('selectedLinks'));

async function expectNewestFirst(app: AppPage): Promise<void> {
  const newest = twelveLinks.map((link) => link.description).toReversed();
  await expect.poll(() => rowNames(app)).toEqual(newest.slice(0, 5));
  await app.button('Show more').click();
  await expect.poll(() => rowNames(app)).toEqual(newest.slice(0, 10));
  await app.button('Show more').click();
  await expect.poll(async () => (await rowNames(app)).slice(0, 12)).toEqual(newest);
}

const isListed = async ({ url }: LinkweftServer, description: string) =>
  (await (await fetch(`${url}/api/links?limit=100`)).text()).includes(description);

test('a list of twelve shows the newest first, five at a time; an added link comes first, is ticked, stored in selectedLinks and broadcast with its id', async ({
  server,
  open,
}) => {
  await server.saveLinks(twelveLinks);
  const app = await open();
  await expectNewestFirst(app);

  const heard = await listen(app.page);
  let readings = 0;
  app.page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/links/changes')) readings += 1;
  });
  expect(await selectedLinks(app)).toBeNull();
  await app.addLink(knife);
  await app.addLink(board);
  expect((await rowNames(app)).slice(0, 2)).toEqual([board.description, knife.description]);

  const stored = z.array(z.string()).parse(JSON.parse((await selectedLinks(app)) ?? 'null'));
  expect(stored).toHaveLength(2);
  // When the form closes, it also broadcasts a refresh without an id.
  await expect.poll(async () => (await heard()).filter(({ linkId }) => linkId === null)).toHaveLength(2);
  const events = await heard();
  expect(events.every(({ type }) => type === 'refreshLinks')).toBe(true);
  expect(events.flatMap(({ linkId }) => (linkId === null ? [] : [linkId]))).toEqual(stored);
  await app.page.waitForLoadState('networkidle');
  expect(readings).toBe(2);
});

test('an edit fills the form and is saved with "Save Changes"; the form clears the edit target when it closes; both broadcast a refresh', async ({
  cleanApp: app,
}) => {
  await app.bringLinks([knife]);
  const heard = await listen(app.page);
  await app.openDialog(app.button(`Edit ${knife.description}`).first());
  await app.dialog.getByRole('button', { name: 'Cancel' }).click();
  await app.dialog.waitFor({ state: 'detached' });
  await expect.poll(heard).toEqual([{ type: 'refreshLinks', linkId: null }]);
  await app.button('Add Link').first().click();
  await app.page.getByRole('dialog', { name: 'Add Link' }).waitFor();
  expect(await app.dialog.getByLabel('Affiliate URL').inputValue()).toBe('');
  await app.dialog.getByRole('button', { name: 'Cancel' }).click();
  await app.dialog.waitFor({ state: 'detached' });

  await app.openDialog(app.button(`Edit ${knife.description}`).first());
  await app.page.getByRole('dialog', { name: 'Edit Link' }).waitFor();
  expect(await app.dialog.getByLabel('Affiliate URL').inputValue()).toBe(knife.url);
  await app.dialog.getByLabel("What's this link about").fill('A knife renamed');
  const before = (await heard()).length;
  await app.dialog.getByRole('button', { name: 'Save Changes' }).click();
  await app.dialog.waitFor({ state: 'detached' });
  await app.page.getByRole('checkbox', { name: 'A knife renamed' }).waitFor();
  await expect
    .poll(async () => (await heard()).slice(before).map(({ type }) => type))
    .toContain('refreshLinks');
});

test('ticks survive a reload, also the tick of a restored link, and the id of a missing link is dropped', async ({
  server,
  cleanApp: app,
}) => {
  const ids = await server.saveLinks([
    { ...board, description: 'Kept board' },
    { ...knife, description: 'Undone knife' },
  ]);
  await refreshLinks(app.page);
  await app.tick('Undone knife');
  await app.button('Delete Undone knife').click();
  await expect.poll(() => selectedLinks(app)).toBe('[]');
  await app.button(/^Undo/).click();
  await app.page.getByRole('checkbox', { name: 'Undone knife', checked: true }).waitFor();
  await app.tick('Kept board');
  await expect
    .poll(async () => JSON.parse((await selectedLinks(app)) ?? '[]').toSorted())
    .toEqual(ids.toSorted());

  await app.page.evaluate(
    (selected) => localStorage.setItem('selectedLinks', JSON.stringify([...selected, 'gone'])),
    ids,
  );
  await app.page.reload();
  await app.page.getByRole('checkbox', { name: 'Undone knife', checked: true }).waitFor();
  await app.page.getByRole('checkbox', { name: 'Kept board', checked: true }).waitFor();
  await expect.poll(() => selectedLinks(app)).toBe(JSON.stringify(ids));
});

test('a deletion without an undo is final after six seconds, and also if the page closes at once', async ({
  server,
  open,
}) => {
  await server.saveLinks([
    { ...board, description: 'Board of a closed page' },
    { ...board, description: 'Deleted board' },
  ]);
  const app = await open();
  await app.button('Delete Deleted board').click();
  await app.button(/^Undo/).waitFor();
  expect(await isListed(server, 'Deleted board')).toBe(true);
  await app.button(/^Undo/).waitFor({ state: 'detached' });
  await expect.poll(() => isListed(server, 'Deleted board')).toBe(false);

  await app.button('Delete Board of a closed page').click();
  await app.button(/^Undo/).waitFor();
  await app.page.goto('about:blank');
  await expect.poll(() => isListed(server, 'Board of a closed page')).toBe(false);
});

test('a link that one tab adds is listed and ticked in the other, and a deletion can be undone in one tab after the other closes', async ({
  cleanApp: app,
}) => {
  const other = await app.page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Add Link' }).first().waitFor();
  await app.addLink({ ...knife, description: 'Knife of two tabs' });
  await other.getByRole('checkbox', { name: 'Knife of two tabs', checked: true }).waitFor();

  // The time for Undo does not end while the clock stands.
  await app.page.clock.setFixedTime(Date.now());
  await app.button('Delete Knife of two tabs').click();
  await other.getByRole('button', { name: /^Undo/ }).waitFor();
  await other.goto('about:blank');
  await app.button(/^Undo/).click();
  await app.page.clock.setSystemTime(Date.now());
  await app.page.reload();
  await app.page.getByRole('checkbox', { name: 'Knife of two tabs' }).waitFor();
  await other.close();
});

test('a failed list reports it and can be loaded again', async ({ cleanApp: app }) => {
  await app.bringLinks([{ ...knife, description: 'Knife out of reach' }]);
  await app.page.route('**/api/links?*', (route) => route.abort());
  await app.page.reload();
  await app.page
    .getByText('The server could not be reached. Please check your connection and try again.')
    .waitFor();
  await app.takeFaults(/Failed to load resource/);
  await app.page.unroute('**/api/links?*');
  await app.button('Try again').click();
  await app.page.getByRole('checkbox', { name: 'Knife out of reach' }).waitFor();
});

test('a link that was deleted elsewhere is named when it is edited, and selected links that are all gone show the message of the specification', async ({
  server,
  cleanApp: app,
}) => {
  const [edited = '', used = ''] = await server.saveLinks([
    { ...knife, description: 'Vanishing knife' },
    { ...knife, description: 'Knife gone meanwhile' },
  ]);
  await refreshLinks(app.page);
  await app.tick('Vanishing knife');
  await app.openDialog(app.button('Edit Vanishing knife'));
  await app.dialog.getByLabel('Affiliate URL').waitFor();
  await fetch(`${server.url}/api/links/${edited}`, { method: 'DELETE' });
  await app.dialog.getByRole('button', { name: 'Save Changes' }).click();
  await app.dialog.getByRole('alert').getByText('Link not found').waitFor();
  await app.takeFaults(/404/);
  await app.dialog.getByRole('button', { name: 'Cancel' }).click();
  await app.dialog.waitFor({ state: 'detached' });

  await app.tick('Knife gone meanwhile');
  await expect.poll(() => selectedLinks(app)).toBe(JSON.stringify([used]));
  await app.content.fill(sampleContent);
  await fetch(`${server.url}/api/links/${used}`, { method: 'DELETE' });
  await app.generate.click();
  expect(await app.takeAlert()).toBe(
    'No valid links selected or found. Please select at least one existing link.',
  );
  await app.takeFaults(/Failed to load resource/);
});
