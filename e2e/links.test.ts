import { expect } from 'vitest';
import * as z from 'zod/mini';

import { listen, refreshLinks } from './harness/events.ts';
import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';
import type { LinkweftServer } from './harness/server.ts';
import { sampleContent, sampleLinks, twelveLinks } from './harness/sample.ts';
import type { Workbench } from './harness/workbench.ts';

const test = journeyOn(startServer);
const [knife, board] = sampleLinks;

const rowNames = (desk: Workbench) =>
  desk.rows.evaluateAll((boxes) =>
    boxes.map((box) => box.closest('li')?.querySelector('label')?.innerText.split('\n')[0]),
  );

const selectedLinks = (desk: Workbench) => desk.page.evaluate(() => localStorage.getItem('selectedLinks'));

async function expectNewestFirst(desk: Workbench): Promise<void> {
  const newest = twelveLinks.map((link) => link.description).toReversed();
  await expect.poll(() => rowNames(desk)).toEqual(newest.slice(0, 5));
  await desk.button('Show more').click();
  await expect.poll(() => rowNames(desk)).toEqual(newest.slice(0, 10));
  await desk.button('Show more').click();
  await expect.poll(async () => (await rowNames(desk)).slice(0, 12)).toEqual(newest);
}

const isListed = async ({ url }: LinkweftServer, description: string) =>
  (await (await fetch(`${url}/api/links?limit=100`)).text()).includes(description);

test('a list of twelve shows the newest first, five at a time; an added link comes first, is ticked, stored in selectedLinks and broadcast with its id', async ({
  server,
  open,
}) => {
  await server.saveLinks(twelveLinks);
  const desk = await open();
  await expectNewestFirst(desk);

  const heard = await listen(desk.page);
  expect(await selectedLinks(desk)).toBeNull();
  await desk.addLink(knife);
  await desk.addLink(board);
  expect((await rowNames(desk)).slice(0, 2)).toEqual([board.description, knife.description]);

  const stored = z.array(z.string()).parse(JSON.parse((await selectedLinks(desk)) ?? 'null'));
  expect(stored).toHaveLength(2);
  // When the form closes, it also broadcasts a refresh without an id.
  await expect.poll(async () => (await heard()).filter(({ linkId }) => linkId === null)).toHaveLength(2);
  const events = await heard();
  expect(events.every(({ type }) => type === 'refreshLinks')).toBe(true);
  expect(events.flatMap(({ linkId }) => (linkId === null ? [] : [linkId]))).toEqual(stored);
});

test('an edit fills the form and is saved with "Save Changes"; the form clears the edit target when it closes; both broadcast a refresh', async ({
  clearDesk: desk,
}) => {
  await desk.bringLinks([knife]);
  const heard = await listen(desk.page);
  await desk.openDialog(desk.button(`Edit ${knife.description}`).first());
  await desk.dialog.getByRole('button', { name: 'Cancel' }).click();
  await desk.dialog.waitFor({ state: 'detached' });
  await expect.poll(heard).toEqual([{ type: 'refreshLinks', linkId: null }]);
  await desk.button('Add Link').first().click();
  await desk.page.getByRole('dialog', { name: 'Add Link' }).waitFor();
  expect(await desk.dialog.getByLabel('Affiliate URL').inputValue()).toBe('');
  await desk.dialog.getByRole('button', { name: 'Cancel' }).click();
  await desk.dialog.waitFor({ state: 'detached' });

  await desk.openDialog(desk.button(`Edit ${knife.description}`).first());
  await desk.page.getByRole('dialog', { name: 'Edit Link' }).waitFor();
  expect(await desk.dialog.getByLabel('Affiliate URL').inputValue()).toBe(knife.url);
  await desk.dialog.getByLabel("What's this link about").fill('A knife renamed');
  const before = (await heard()).length;
  await desk.dialog.getByRole('button', { name: 'Save Changes' }).click();
  await desk.dialog.waitFor({ state: 'detached' });
  await desk.page.getByRole('checkbox', { name: 'A knife renamed' }).waitFor();
  await expect
    .poll(async () => (await heard()).slice(before).map(({ type }) => type))
    .toContain('refreshLinks');
});

test('ticks survive a reload, also the tick of a restored link, and the id of a missing link is dropped', async ({
  server,
  clearDesk: desk,
}) => {
  const ids = await server.saveLinks([
    { ...board, description: 'Kept board' },
    { ...knife, description: 'Undone knife' },
  ]);
  await refreshLinks(desk.page);
  await desk.tick('Undone knife');
  await desk.button('Delete Undone knife').click();
  await expect.poll(() => selectedLinks(desk)).toBe('[]');
  await desk.button(/^Undo/).click();
  await desk.page.getByRole('checkbox', { name: 'Undone knife', checked: true }).waitFor();
  await desk.tick('Kept board');
  await expect
    .poll(async () => JSON.parse((await selectedLinks(desk)) ?? '[]').toSorted())
    .toEqual(ids.toSorted());

  await desk.page.evaluate(
    (kept) => localStorage.setItem('selectedLinks', JSON.stringify([...kept, 'gone'])),
    ids,
  );
  await desk.page.reload();
  await desk.page.getByRole('checkbox', { name: 'Undone knife', checked: true }).waitFor();
  await desk.page.getByRole('checkbox', { name: 'Kept board', checked: true }).waitFor();
  await expect.poll(() => selectedLinks(desk)).toBe(JSON.stringify(ids));
});

test('a deletion without an undo is final after six seconds, and also if the page closes at once', async ({
  server,
  open,
}) => {
  await server.saveLinks([
    { ...board, description: 'Board of a closed page' },
    { ...board, description: 'Deleted board' },
  ]);
  const desk = await open();
  await desk.button('Delete Deleted board').click();
  await desk.button(/^Undo/).waitFor();
  expect(await isListed(server, 'Deleted board')).toBe(true);
  await desk.button(/^Undo/).waitFor({ state: 'detached' });
  await expect.poll(() => isListed(server, 'Deleted board')).toBe(false);

  await desk.button('Delete Board of a closed page').click();
  await desk.button(/^Undo/).waitFor();
  await desk.page.goto('about:blank');
  await expect.poll(() => isListed(server, 'Board of a closed page')).toBe(false);
});

test('a link that one tab adds is listed and ticked in the other, and a deletion can be undone in one tab after the other closes', async ({
  clearDesk: desk,
}) => {
  const other = await desk.page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Add Link' }).first().waitFor();
  await desk.addLink({ ...knife, description: 'Knife of two tabs' });
  await other.getByRole('checkbox', { name: 'Knife of two tabs', checked: true }).waitFor();

  await desk.button('Delete Knife of two tabs').click();
  await other.getByRole('button', { name: /^Undo/ }).waitFor();
  await other.goto('about:blank');
  await desk.button(/^Undo/).click();
  await desk.page.reload();
  await desk.page.getByRole('checkbox', { name: 'Knife of two tabs' }).waitFor();
  await other.close();
});

test('a failed list reports it and can be loaded again', async ({ clearDesk: desk }) => {
  await desk.bringLinks([{ ...knife, description: 'Knife out of reach' }]);
  await desk.page.route('**/api/links?*', (route) => route.abort());
  await desk.page.reload();
  await desk.page
    .getByText('The server could not be reached. Please check your connection and try again.')
    .waitFor();
  await desk.takeFaults(/Failed to load resource/);
  await desk.page.unroute('**/api/links?*');
  await desk.button('Try again').click();
  await desk.page.getByRole('checkbox', { name: 'Knife out of reach' }).waitFor();
});

test('a link that was deleted elsewhere is named when it is edited, and selected links that are all gone show the message of the specification', async ({
  server,
  clearDesk: desk,
}) => {
  const [edited = '', used = ''] = await server.saveLinks([
    { ...knife, description: 'Vanishing knife' },
    { ...knife, description: 'Knife gone meanwhile' },
  ]);
  await refreshLinks(desk.page);
  await desk.tick('Vanishing knife');
  await desk.openDialog(desk.button('Edit Vanishing knife'));
  await desk.dialog.getByLabel('Affiliate URL').waitFor();
  await fetch(`${server.url}/api/links/${edited}`, { method: 'DELETE' });
  await desk.dialog.getByRole('button', { name: 'Save Changes' }).click();
  await desk.dialog.getByRole('alert').getByText('Link not found').waitFor();
  await desk.takeFaults(/404/);
  await desk.dialog.getByRole('button', { name: 'Cancel' }).click();
  await desk.dialog.waitFor({ state: 'detached' });

  await desk.tick('Knife gone meanwhile');
  await desk.content.fill(sampleContent);
  await fetch(`${server.url}/api/links/${used}`, { method: 'DELETE' });
  await desk.generate.click();
  expect(await desk.takeAlert()).toBe(
    'No valid links selected or found. Please select at least one existing link.',
  );
  await desk.takeFaults(/Failed to load resource/);
});
