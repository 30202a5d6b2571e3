import { randomUUID } from 'node:crypto';

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import * as z from 'zod/mini';

import type { Link } from '#core/links/link.ts';

import { accessibilityFaults } from './harness/axe.ts';
import { journeyOn, type OpenApp } from './harness/journey.ts';
import { readManyRows } from './harness/rows.ts';
import { startServer } from './harness/server.ts';
import type { AppPage } from './harness/app-page.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }));
const kinds = ['Oak board', '100% off_sale', 'Tea for 100 people', 'Santoku knife'];

/** Opens the page with numbered links. Number 1 is the oldest: "Oak board 1", "100% off_sale 2" and so on. */
async function openWith(count: number, open: OpenApp): Promise<AppPage> {
  const app = await open({ path: 'about:blank', viewport: { width: 1440, height: 900 } });
  const links = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    url: `https://shop.example/item/${index + 1}`,
    description: `${kinds[index % kinds.length] ?? ''} ${index + 1}`,
    createdAt: new Date(Date.now() - (count - index) * 1000).toISOString(),
  }));
  for (let from = 0; from < count; from += 1000) {
    const data = { links: links.slice(from, from + 1000) };
    const answer = await app.page.context().request.post('/api/links/import', { data });
    expect(answer.ok()).toBe(true);
  }
  await app.page.goto('/');
  await app.rows.first().waitFor();
  return app;
}

const searchField = (app: AppPage) => app.page.getByRole('searchbox', { name: 'Search your links' });
const shown = (app: AppPage) => app.page.locator('.link-count');
const selectAll = (app: AppPage) => app.page.getByRole('checkbox', { name: 'Select all' });
const selected = (app: AppPage) => app.page.locator('.selection-count');
const box = (app: AppPage) => app.page.locator('.link-box');
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const name = document.activeElement?.getAttribute('aria-label');
    return name ?? document.activeElement?.closest('label')?.querySelector('.link-description')?.textContent;
  });
const selectedIds = async (app: AppPage) =>
  z
    .array(z.string())
    .parse(JSON.parse((await app.page.evaluate(() => localStorage.getItem('selectedLinks'))) ?? '[]'));

async function showInBox(app: AppPage): Promise<void> {
  await app.button('Show more').click();
  await expect.poll(() => app.rows.count()).toBe(10);
  await app.page.getByRole('button', { name: /^Show all/ }).click();
  await box(app).waitFor();
}

test('two thousand links: search, select all that were found, show only them, unselect them and undo that', async ({
  open,
}) => {
  const app = await openWith(2000, open);
  const { page } = app;

  await searchField(app).fill('100% off_');
  await page.keyboard.press('Enter');
  await expect.poll(() => app.rows.count()).toBe(5);
  await page.getByRole('checkbox', { name: '100% off_sale 1998' }).waitFor();
  expect(await page.getByText('Tea for 100 people').count()).toBe(0);
  await searchField(app).fill('%%');
  await page.locator('.empty-title', { hasText: 'No links match “%%”.' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await searchField(app).press('Escape');
  await expect.poll(() => searchField(app).inputValue()).toBe('');
  await page.getByRole('checkbox', { name: 'Santoku knife 2000' }).waitFor();

  await searchField(app).fill('KNIFE shop.example/item/1');
  await expect.poll(() => shown(app).innerText()).toBe('277 found');
  // All that were found are selected, and not only those that are shown.
  expect(await app.rows.count()).toBe(5);
  await selectAll(app).check();
  await expect.poll(() => selected(app).innerText()).toMatch(/277 selected$/);
  expect(await accessibilityFaults(page)).toEqual([]);
  await app.button('Clear the search').click();
  await shown(app)
    .filter({ hasText: /^2,000 links$/ })
    .waitFor();

  expect(await selectAll(app).evaluate((tick: HTMLInputElement) => tick.indeterminate)).toBe(true);
  await page.reload();
  await app.button('Only selected').click();
  await page.getByRole('button', { name: 'Only selected', pressed: true }).waitFor();
  const names = await readManyRows(page, async () => {});
  expect(names).toHaveLength(277);
  expect(names.filter((name) => !name.startsWith('Santoku knife 1'))).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);

  // An unticked link keeps its row, so that the user can tick it again.
  await app.rows.first().uncheck();
  await expect.poll(() => selected(app).innerText()).toMatch(/276 selected$/);
  await page.getByRole('checkbox', { name: 'Santoku knife', checked: false }).first().waitFor();
  await selectAll(app).uncheck();
  await expect.poll(() => selected(app).innerText()).toBe('Select all');
  await expect.poll(() => selectedIds(app)).toEqual([]);
  await app.button('Undo').click();
  await expect.poll(() => selected(app).innerText()).toMatch(/276 selected$/);
  expect(await selectAll(app).evaluate((tick) => tick === document.activeElement)).toBe(true);
  await expect.poll(() => selectedIds(app)).toHaveLength(276);
});

async function moveByKeyboard(app: AppPage): Promise<void> {
  const { page } = app;
  // The search and the keys are loaded after the rows.
  await searchField(app).waitFor();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('/');
  await expect.poll(() => focusedName(page)).toBe('Search your links');
  await page.keyboard.type('a/b');
  await expect.poll(() => searchField(app).inputValue()).toBe('a/b');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Santoku knife 400' }).waitFor();

  await app.rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focusedName(page)).toBe('Tea for 100 people 399');
  await page.keyboard.press('End');
  await expect.poll(() => focusedName(page)).toBe('Santoku knife 396');
  await showInBox(app);
  // The first new row gets the focus.
  await expect.poll(() => focusedName(page)).toBe('100% off_sale 390');
  await page.keyboard.press('Home');
  await expect.poll(() => focusedName(page)).toBe('Santoku knife 400');
  await page.keyboard.press('PageDown');
  await expect.poll(() => focusedName(page)).not.toBe('Santoku knife 400');

  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return focusedName(page);
    })
    .toBe('Oak board 1');
  await page.getByRole('listitem').and(page.locator('[aria-posinset="400"][aria-setsize="400"]')).waitFor();
}

async function changeByKeyboard(app: AppPage): Promise<void> {
  const { page } = app;
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: '100% off_sale 2', checked: true, exact: false }).waitFor();
  await expect.poll(() => selectedIds(app)).toHaveLength(1);

  await page.keyboard.press('e');
  await page.getByRole('dialog', { name: 'Edit Link' }).waitFor();
  await expect
    .poll(() => app.dialog.getByLabel('Affiliate URL').inputValue())
    .toBe('https://shop.example/item/2');
  await page.keyboard.press('Escape');
  await app.dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBe('100% off_sale 2');

  // The time for Undo does not end while the clock stands.
  await page.clock.setFixedTime(Date.now());
  await page.keyboard.press('Delete');
  await expect.poll(() => focusedName(page)).toBe('Undo: keep 100% off_sale 2');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => focusedName(page)).toBe('Tea for 100 people 3');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toBe('100% off_sale 2');
  await expect.poll(() => selectedIds(app)).toHaveLength(1);
  await page.clock.setSystemTime(Date.now());
  // After a final deletion, the next row gets the focus.
  await page.keyboard.press('Delete');
  expect(await accessibilityFaults(page)).toEqual([]);
  await expect.poll(() => focusedName(page)).toBe('Oak board 1');
}

/** Deletes a link in another browser when all rows are loaded and the row is far outside the view. */
async function deleteFarDownFromElsewhere(app: AppPage): Promise<void> {
  const { page } = app;
  const doomed = page.getByRole('checkbox', { name: 'Santoku knife 160', exact: false });
  await expect
    .poll(async () => {
      await box(app).evaluate((element) => element.scrollTo(0, element.scrollHeight * 0.6));
      return doomed.count();
    })
    .toBe(1);
  const { request } = page.context();
  const { links } = await (await request.get('/api/links?limit=1000')).json();
  const { id } = links.find(({ description }: Link) => description === 'Santoku knife 160');
  expect((await request.delete(`/api/links/${id}`)).ok()).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('refreshLinks')));
  await expect.poll(() => doomed.count()).toBe(0);
  await expect.poll(() => shown(app).textContent()).toMatch(/398/);
}

test('by keyboard alone: search, jump to the end, tick, edit, delete, undo; and a link that another browser deletes outside the view disappears at the next refresh', async ({
  open,
}) => {
  const app = await openWith(400, open);
  await moveByKeyboard(app);
  await changeByKeyboard(app);
  await shown(app).filter({ hasText: '399 links' }).waitFor();
  await deleteFarDownFromElsewhere(app);
});

test('a search stays the same while links are added, deleted, and ticked in another tab', async ({
  open,
}) => {
  const app = await openWith(40, open);
  const { page } = app;
  await searchField(app).fill('knife');
  await expect.poll(() => shown(app).innerText()).toBe('10 found');
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('checkbox').first().waitFor();

  await app.button('Add Link').first().click();
  await app.dialog.getByLabel('Affiliate URL').fill('https://garden.example/hose');
  await app.dialog.getByLabel("What's this link about").fill('Garden hose');
  await app.dialog.getByRole('button', { name: 'Add Link' }).click();
  await page.locator('.list-note', { hasText: 'Added, but hidden by this search.' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Garden hose' }).count()).toBe(0);
  await other.getByRole('checkbox', { name: 'Garden hose', checked: true }).waitFor();

  await page.clock.setFixedTime(Date.now());
  await app.button('Delete Santoku knife 40').click();
  await app.button('Undo: keep Santoku knife 40').waitFor();
  await other.getByRole('button', { name: 'Undo: keep Santoku knife 40' }).click();
  await page.getByRole('checkbox', { name: 'Santoku knife 40' }).waitFor();
  await page.clock.setSystemTime(Date.now());

  await other.getByRole('checkbox', { name: 'Santoku knife 40' }).check();
  await page.getByRole('checkbox', { name: 'Santoku knife 40', checked: true }).waitFor();
  await app.button('Only selected').click();
  await expect.poll(() => app.rows.count()).toBe(2);
  await other.getByRole('checkbox', { name: 'Select all' }).check();
  await other.getByRole('checkbox', { name: 'Select all' }).uncheck();
  await expect.poll(() => selected(app).innerText()).toBe('Select all');
  await app.button('Only selected').click();
  await expect.poll(() => shown(app).innerText()).toBe('10 found');
  await app.button('Show all links').click();
  await page.getByRole('checkbox', { name: 'Garden hose' }).waitFor();
});
