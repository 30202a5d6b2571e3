import type { Request } from 'playwright-core';
import { expect } from 'vitest';

import { createGate } from '#provider/steps.ts';

import { accessibilityFaults } from './harness/axe.ts';
import { journeyOn } from './harness/journey.ts';
import { becomeNewVisitor } from './harness/new-visitor.ts';
import { sampleLinks, twelveLinks } from './harness/sample.ts';
import type { NewLink } from './harness/save-links.ts';
import { startServer } from './harness/server.ts';
import { secondTab } from './harness/tabs.ts';
import type { AppPage } from './harness/app-page.ts';
import {
  closeData,
  confirmDeleteAll,
  openByCode,
  openData,
  showCode,
  shownCode,
} from './harness/your-data.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }));
const [knife, board] = sampleLinks;

/** Makes this browser a new visitor with only these links. */
async function beginAnew(app: AppPage, links: readonly NewLink[]): Promise<void> {
  await becomeNewVisitor(app.page);
  await app.listLinks(links);
  await expect.poll(() => app.rows.count()).toBe(Math.min(links.length, 5));
}

const focusedText = (app: AppPage) => app.page.evaluate(() => document.activeElement?.textContent);

test('all parts of the links appear at once, so that no button moves away from the pointer', async ({
  cleanApp: app,
}) => {
  const { page, dialog } = app;
  await beginAnew(app, [knife]);
  const loading = createGate();
  await page.route('**/assets/writing-*.js', async (route) => {
    await loading.opened;
    await route.continue();
  });
  await page.reload();
  const asked = page.waitForRequest('**/assets/writing-*.js');
  const answered = page.waitForResponse('**/api/workspace');
  await app.button('Your data').click();
  await asked;
  await answered;
  const summary = dialog.getByText('1 link is saved for you');
  expect(await summary.isVisible()).toBe(false);
  await dialog.getByRole('img', { name: 'Loading' }).waitFor();
  loading.open();
  await summary.waitFor();
  expect(await dialog.getByRole('heading', { level: 3 }).allTextContents()).toContain('Delete all my data');
  expect(await dialog.getByRole('textbox').count()).toBeGreaterThan(1);
  await closeData(app);
});

test('a recovery code is shown only on demand, and opens the links in another browser', async ({
  cleanApp: one,
  open,
}) => {
  await beginAnew(one, [knife]);
  await one.rows.first().check();
  await openData(one);
  await one.dialog.getByText('1 link is saved for you').waitFor();
  await expect.poll(() => shownCode(one).count()).toBe(0);
  expect(await accessibilityFaults(one.page)).toEqual([]);
  const code = await showCode(one);
  expect(code).toMatch(/^[\dA-Z]{4}(-[\dA-Z]{1,4})+$/);
  await expect.poll(() => focusedText(one)).toBe(code);
  expect(await accessibilityFaults(one.page)).toEqual([]);
  await one.dialog.getByRole('button', { name: 'Copy code' }).click();
  await one.dialog.getByRole('button', { name: 'Code copied' }).waitFor();
  expect(await one.page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await closeData(one);
  await openData(one);
  await expect.poll(() => shownCode(one).count()).toBe(0);
  await closeData(one);

  const other = await open({ links: [board] });
  await other.rows.first().check();
  await openData(other);
  await other.dialog.getByText('Without it, you lose the links').waitFor();
  await other.dialog
    .getByRole('textbox', { name: 'Recovery code' })
    .fill(code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
  await other.dialog.getByRole('button', { name: 'Replace links' }).click();
  const alert = other.dialog.getByRole('alert');
  await alert.getByText('This is not a recovery code.').waitFor();
  const [words, border] = await alert.getByText('This is not').evaluate((element) => {
    const box = element.closest('[role=alert]') ?? element;
    return [getComputedStyle(element).color, getComputedStyle(box).borderTopColor];
  });
  expect(words).toBe(border);
  await other.takeFaults(/400|422/);
  await openByCode(other, ` ${code.toLowerCase().replaceAll('-', ' ')}`);
  await closeData(other);
  await other.page.getByRole('checkbox', { name: knife.description }).waitFor();
  await expect.poll(() => other.rows.count()).toBe(1);
  await expect.poll(() => other.page.getByRole('checkbox', { checked: true }).count()).toBe(0);
});

test('a deletion of all data needs a typed word, and afterwards the page is like new', async ({
  cleanApp: app,
}) => {
  await beginAnew(app, twelveLinks);
  await app.rows.first().check();
  await app.page.evaluate(() => localStorage.setItem('ownKey', '{"apiKey":"sk-1"}'));
  await app.page.evaluate(() => sessionStorage.setItem('lastClick', 'key hash'));
  await openData(app);
  await app.dialog.getByRole('button', { name: 'Delete all my data…' }).click();
  await app.dialog.getByText('12 saved links will be deleted').waitFor();
  expect(await accessibilityFaults(app.page)).toEqual([]);
  const confirm = app.dialog.getByRole('button', { name: 'Delete everything' });
  await expect.poll(() => confirm.getAttribute('aria-disabled')).toBe('true');
  await app.dialog.getByLabel('Type “delete” to confirm').fill('delet');
  await app.page.keyboard.press('Enter');
  expect(await app.page.evaluate(() => document.querySelectorAll('.link-row').length)).toBeGreaterThan(0);
  await app.dialog.getByLabel('Type “delete” to confirm').fill('Delete');

  await app.page.context().setOffline(true);
  await confirm.click();
  await app.dialog.getByRole('alert').getByText('could not be reached').waitFor();
  await app.takeFaults(/ERR_INTERNET_DISCONNECTED/);
  await app.page.context().setOffline(false);

  await confirm.click();
  await app.dialog.getByText('All your data was deleted.').waitFor();
  await app.dialog.getByText('There is nothing to delete.').waitFor();
  await expect.poll(() => focusedText(app)).toContain('All your data was deleted.');
  expect(await accessibilityFaults(app.page)).toEqual([]);
  await closeData(app);
  await app.page.getByText('No links saved yet').waitFor();
  expect(await app.page.context().cookies()).toEqual([]);
  expect(await app.page.evaluate(() => localStorage.getItem('selectedLinks') ?? '[]')).toBe('[]');
  expect(await app.page.evaluate(() => localStorage.getItem('ownKey'))).toBeNull();
  expect(await app.page.evaluate(() => sessionStorage.length)).toBe(0);
  await app.page.reload();
  await app.page.getByText('No links saved yet').waitFor();
});

test('a deletion of all data forgets the links that are typed in another tab, not those on its screen', async ({
  cleanApp: app,
}) => {
  await beginAnew(app, [knife]);
  const other = await secondTab(app);
  const list = other.dialog.getByLabel('Paste a list');
  await other.button('Import or export links').click();
  await list.fill('https://shop.example/pan Iron pan');
  await closeData(other);
  await other.button('Add Link').first().click();
  const description = other.dialog.getByLabel("What's this link about");
  await description.fill('A pot');
  await expect.poll(() => other.page.evaluate(() => sessionStorage.length)).toBe(1);

  await openData(app);
  await confirmDeleteAll(app);
  await app.dialog.getByText('All your data was deleted.').waitFor();
  await expect.poll(() => other.page.evaluate(() => sessionStorage.length)).toBe(0);
  expect(await description.inputValue()).toBe('A pot');
  await other.dialog.getByRole('button', { name: 'Cancel' }).click();
  await other.button('Import or export links').click();
  expect(await list.inputValue()).toBe('');
  await list.fill('https://shop.example/rack A rack');
  await other.dialog.getByRole('button', { name: 'Preview' }).click();
  await other.dialog.getByText('A rack').waitFor();
  await other.page.close();
  await closeData(app);
});

const pan = { url: 'https://shop.example/pan', description: 'Pan that waits' };
const pot = { url: 'https://shop.example/pot', description: 'Pot that waits' };

const isSaving = (request: Request) => request.method() === 'POST' && request.url().endsWith('/api/links');

/** Records the changes that the page sends. The request of the recovery code is not a change. */
function noteChanges({ page }: AppPage): string[] {
  const sent: string[] = [];
  page.on('response', (response) => {
    const request = response.request();
    const { pathname } = new URL(request.url());
    const isChange = request.method() !== 'GET' && !pathname.endsWith('/recovery-code');
    if (isChange) sent.push(`${request.method()} ${pathname}`);
  });
  return sent;
}

test('an unsaved change is sent once, into the workspace that was opened', async ({
  cleanApp: one,
  open,
}) => {
  await beginAnew(one, [knife]);
  await openData(one);
  const code = await showCode(one);
  await closeData(one);

  const other = await open({ links: [board] });
  await other.rows.first().waitFor();
  let isOpen = false;
  await other.page.route('**/api/links', (route) =>
    isSaving(route.request()) && !isOpen ? route.abort() : route.continue(),
  );
  await other.page.route('**/api/workspace', (route) => {
    isOpen ||= route.request().method() === 'PUT';
    return route.continue();
  });
  await other.addLink(pan);
  await openData(other);
  await other.dialog.getByText('1 change in this browser is not saved yet').waitFor();
  const sent = noteChanges(other);
  await openByCode(other, code);
  await closeData(other);
  await other.page.getByRole('checkbox', { name: knife.description }).waitFor();
  await other.page.getByRole('checkbox', { name: pan.description }).waitFor();
  await expect.poll(() => other.page.getByRole('listitem').getByText('Not saved yet').count()).toBe(0);
  await expect.poll(() => sent).toEqual(['PUT /api/workspace', 'POST /api/links']);
  await one.page.evaluate(() => window.dispatchEvent(new CustomEvent('refreshLinks')));
  await one.page.getByRole('checkbox', { name: pan.description }).waitFor();
  await expect.poll(() => one.rows.count()).toBe(2);
  await other.takeFaults(/ERR_/);
});

test('a deletion of all data waits for a pending save and deletes unsaved changes; nothing arrives later', async ({
  cleanApp: app,
}) => {
  const { page } = app;
  await beginAnew(app, [board]);
  const saving = createGate();
  let isCut = true;
  let isHeld = false;
  await page.route('**/api/links', async (route) => {
    const request = route.request();
    if (!isSaving(request)) return route.continue();
    if (isCut || request.postData()?.includes(pot.description)) return route.abort();
    isHeld = true;
    await saving.opened;
    return route.continue();
  });
  await app.addLink(pan);
  await app.addLink(pot);
  isCut = false;
  await expect.poll(() => isHeld).toBe(true);
  const sent = noteChanges(app);
  await openData(app);
  await confirmDeleteAll(app);
  await app.dialog.getByText('Saving your last changes first…').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(sent).toEqual([]);
  saving.open();
  await app.dialog.getByText('All your data was deleted.').waitFor();
  await expect.poll(() => sent).toEqual(['POST /api/links', 'DELETE /api/workspace']);
  await closeData(app);
  await page.getByText('No links saved yet').waitFor();
  expect(await page.context().cookies()).toEqual([]);

  await page.unroute('**/api/links');
  await page.reload();
  await page.getByText('No links saved yet').waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.waitForLoadState('networkidle');
  expect(sent).toEqual(['POST /api/links', 'DELETE /api/workspace']);
  expect(await page.context().cookies()).toEqual([]);
  await app.takeFaults(/ERR_/);
});

test("the terms describe the cookie and the visitor's workspace", async ({ cleanApp: app }) => {
  await app.button('Terms and Conditions').click();
  await app.dialog.getByText('a cookie with the key to your workspace').waitFor();
  await app.dialog.getByText('fingerprint of the key to your workspace').waitFor();
  await closeData(app);
});

test('a shared list says that it has no recovery code and no deletion of all data', async ({
  open,
  onTestFinished,
}) => {
  const shared = await startServer({ WORKSPACE: 'shared' });
  onTestFinished(shared.stop);
  const app = await open({ origin: shared.url });
  await openData(app);
  await app.dialog.getByText('in one list shared by everyone').waitFor();
  await expect.poll(() => app.dialog.getByRole('button').allInnerTexts()).toEqual(['', 'Use for this shop']);
  await closeData(app);
  await app.button('Terms and Conditions').click();
  await app.dialog.getByText('A cookie with the language, if you choose one.').waitFor();
});

test('the tabs of the own data follow the arrow keys, and Escape gives the focus back to the button', async ({
  open,
}) => {
  const { page, dialog, button } = await open();
  await button('Your data').click();
  const tab = (name: string) => dialog.getByRole('tab', { name });
  await tab('Links').focus();
  await page.keyboard.press('ArrowRight');
  await dialog.getByLabel('Keep my results on this device').waitFor();
  expect(await tab('Results').evaluate((each) => each === document.activeElement)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('heading', { name: 'Delete all my data' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await button('Your data').evaluate((each) => each === document.activeElement)).toBe(true);
});
