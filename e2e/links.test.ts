import { expect } from 'vitest';
import * as z from 'zod/mini';

import { listen } from './harness/events.ts';
import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';
import { sampleContent, sampleLinks, twelveLinks } from './harness/sample.ts';
import type { Workbench } from './harness/workbench.ts';

const test = journeyOn(startServer);
const [knife, board] = sampleLinks;

const rowNames = (desk: Workbench) =>
  desk.rows.evaluateAll((boxes) =>
    boxes.map((box) => box.closest('li')?.querySelector('label')?.innerText.split('\n')[0]),
  );

const selectedLinks = (desk: Workbench) => desk.page.evaluate(() => localStorage.getItem('selectedLinks'));

test('an added link comes first, is ticked, is kept in selectedLinks and is broadcast with its id', async ({
  desk,
}) => {
  const heard = await listen(desk.page);
  expect(await selectedLinks(desk)).toBeNull();
  await desk.addLink(knife);
  await desk.addLink(board);
  expect((await rowNames(desk)).slice(0, 2)).toEqual([board.description, knife.description]);

  const stored = z.array(z.string()).parse(JSON.parse((await selectedLinks(desk)) ?? 'null'));
  expect(stored).toHaveLength(2);
  // Closing the form refreshes too, without an id.
  await expect.poll(async () => (await heard()).filter(({ linkId }) => linkId === null)).toHaveLength(2);
  const events = await heard();
  expect(events.every(({ type }) => type === 'refreshLinks')).toBe(true);
  expect(events.flatMap(({ linkId }) => (linkId === null ? [] : [linkId]))).toEqual(stored);
});

test('ticks survive a reload, and the id of a link that is gone is dropped', async ({ server, open }) => {
  const [id = ''] = await server.saveLinks([knife]);
  const desk = await open();
  await desk.tick(knife.description);
  await desk.page.evaluate(
    (kept) => localStorage.setItem('selectedLinks', JSON.stringify([kept, 'gone'])),
    id,
  );
  await desk.page.reload();
  await desk.page.getByRole('checkbox', { name: knife.description, checked: true }).first().waitFor();
  await expect.poll(() => selectedLinks(desk)).toBe(JSON.stringify([id]));
});

test('a list of twelve comes newest first, five at a time, until there are no more', async ({
  server,
  open,
}) => {
  await server.saveLinks(twelveLinks);
  const newest = twelveLinks.map((link) => link.description).toReversed();
  const desk = await open();
  await expect.poll(() => rowNames(desk)).toEqual(newest.slice(0, 5));
  await desk.button('Show more').click();
  await expect.poll(() => rowNames(desk)).toEqual(newest.slice(0, 10));
  await desk.button('Show more').click();
  await expect.poll(async () => (await rowNames(desk)).slice(0, 12)).toEqual(newest);
});

test('an edit fills the form, is saved under "Save Changes" and broadcasts a refresh', async ({
  server,
  open,
}) => {
  await server.saveLinks([knife]);
  const desk = await open();
  const heard = await listen(desk.page);
  await desk.openDialog(desk.button(`Edit ${knife.description}`).first());
  await desk.page.getByRole('dialog', { name: 'Edit Link' }).waitFor();
  expect(await desk.dialog.getByLabel('Affiliate URL').inputValue()).toBe(knife.url);
  await desk.dialog.getByLabel("What's this link about").fill('A knife renamed');
  await desk.dialog.getByRole('button', { name: 'Save Changes' }).click();
  await desk.dialog.waitFor({ state: 'detached' });
  await desk.page.getByRole('checkbox', { name: 'A knife renamed' }).waitFor();
  await expect.poll(async () => (await heard()).map(({ type }) => type)).toContain('refreshLinks');
});

test('closing the form clears the edit target and broadcasts a refresh', async ({ server, open }) => {
  await server.saveLinks([knife]);
  const desk = await open();
  const heard = await listen(desk.page);
  await desk.openDialog(desk.button(`Edit ${knife.description}`).first());
  await desk.dialog.getByRole('button', { name: 'Cancel' }).click();
  await desk.dialog.waitFor({ state: 'detached' });
  await expect.poll(heard).toEqual([{ type: 'refreshLinks', linkId: null }]);
  await desk.button('Add Link').first().click();
  await desk.page.getByRole('dialog', { name: 'Add Link' }).waitFor();
  expect(await desk.dialog.getByLabel('Affiliate URL').inputValue()).toBe('');
});

test('a deletion can be undone, and the link keeps its tick', async ({ server, open }) => {
  await server.saveLinks([{ ...knife, description: 'Undone knife' }]);
  const desk = await open();
  await desk.tick('Undone knife');
  await desk.button('Delete Undone knife').click();
  await expect.poll(() => selectedLinks(desk)).toBe('[]');
  await desk.button(/^Undo/).click();
  await desk.page.getByRole('checkbox', { name: 'Undone knife', checked: true }).waitFor();
  await desk.page.reload();
  await desk.page.getByRole('checkbox', { name: 'Undone knife', checked: true }).waitFor();
});

test('a deletion that nobody undoes is final after six seconds', async ({ server, open }) => {
  await server.saveLinks([{ ...board, description: 'Deleted board' }]);
  const desk = await open();
  await desk.button('Delete Deleted board').click();
  const isListed = async () =>
    (await (await fetch(`${server.url}/api/links?limit=100`)).text()).includes('Deleted board');
  await desk.button(/^Undo/).waitFor();
  expect(await isListed()).toBe(true);
  await desk.button(/^Undo/).waitFor({ state: 'detached' });
  await expect.poll(isListed).toBe(false);
});

test('a deletion is not lost when the page is closed at once', async ({ server, open }) => {
  await server.saveLinks([{ ...board, description: 'Board of a closed page' }]);
  const desk = await open();
  await desk.button('Delete Board of a closed page').click();
  await desk.button(/^Undo/).waitFor();
  await desk.page.goto('about:blank');
  const list = async () => (await fetch(`${server.url}/api/links?limit=100`)).text();
  await expect.poll(list).not.toContain('Board of a closed page');
});

test('a link that one tab adds is listed and ticked in the other', async ({ server, open }) => {
  const desk = await open();
  const other = await desk.page.context().newPage();
  await other.goto(server.url);
  await other.getByRole('button', { name: 'Add Link' }).first().waitFor();
  await desk.addLink({ ...knife, description: 'Knife of the first tab' });
  await other.getByRole('checkbox', { name: 'Knife of the first tab', checked: true }).waitFor();
});

test('closing one tab leaves the other its time to undo', async ({ server, open }) => {
  await server.saveLinks([{ ...board, description: 'Board of two tabs' }]);
  const desk = await open();
  const other = await desk.page.context().newPage();
  await other.goto(server.url);
  await desk.button('Delete Board of two tabs').click();
  await other.getByRole('button', { name: /^Undo/ }).waitFor();
  await other.goto('about:blank');
  await desk.button(/^Undo/).click();
  await desk.page.reload();
  await desk.page.getByRole('checkbox', { name: 'Board of two tabs' }).waitFor();
});

test('a list that cannot be read says so and can be tried again', async ({ server, open }) => {
  await server.saveLinks([knife]);
  const desk = await open();
  await desk.rows.first().waitFor();
  await desk.page.route('**/api/links?*', (route) => route.abort());
  await desk.page.reload();
  await desk.page
    .getByText('The server could not be reached. Please check your connection and try again.')
    .waitFor({ timeout: 15_000 });
  await desk.takeFaults(/Failed to load resource/);
  await desk.page.unroute('**/api/links?*');
  await desk.button('Try again').click();
  await desk.page.getByRole('checkbox', { name: knife.description }).first().waitFor();
});

test('a link deleted elsewhere is named when it is edited or used', async ({ server, open }) => {
  const [id = ''] = await server.saveLinks([{ ...knife, description: 'Vanishing knife' }]);
  const desk = await open();
  await desk.tick('Vanishing knife');
  await desk.openDialog(desk.button('Edit Vanishing knife'));
  await desk.dialog.getByLabel('Affiliate URL').waitFor();
  await fetch(`${server.url}/api/links/${id}`, { method: 'DELETE' });
  await desk.dialog.getByRole('button', { name: 'Save Changes' }).click();
  await desk.dialog.getByRole('alert').getByText('Link not found').waitFor();
  await desk.takeFaults(/404/);
});

test('chosen links that are all gone end in the words of the specification', async ({ server, open }) => {
  const [id = ''] = await server.saveLinks([{ ...knife, description: 'Knife gone meanwhile' }]);
  const desk = await open();
  await desk.tick('Knife gone meanwhile');
  await desk.content.fill(sampleContent);
  await fetch(`${server.url}/api/links/${id}`, { method: 'DELETE' });
  await desk.generate.click();
  expect(await desk.takeAlert()).toBe(
    'No valid links selected or found. Please select at least one existing link.',
  );
  await desk.takeFaults(/Failed to load resource/);
});
