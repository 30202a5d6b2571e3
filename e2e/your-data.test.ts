import { expect } from 'vitest';

import { accessibilityFaults } from './harness/axe.ts';
import { journeyOn } from './harness/journey.ts';
import { sampleLinks, twelveLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import type { Workbench } from './harness/workbench.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }));
const sharedTest = journeyOn(() => startServer({ WORKSPACE: 'shared' }));
const [knife, board] = sampleLinks;

async function openData(desk: Workbench): Promise<void> {
  await desk.button('Your data').click();
  await desk.dialog.getByText('saved').first().waitFor();
}

async function close(desk: Workbench): Promise<void> {
  await desk.page.keyboard.press('Escape');
  await desk.dialog.waitFor({ state: 'detached' });
}

const codeOf = (desk: Workbench) => desk.dialog.getByRole('status', { name: 'Recovery code' });

const focusedText = (desk: Workbench) => desk.page.evaluate(() => document.activeElement?.textContent);

test('a recovery code is shown on demand alone, and brings the links to another browser', async ({
  open,
}) => {
  const one = await open({ links: [knife] });
  await one.rows.first().check();
  await openData(one);
  await one.dialog.getByText('1 link is saved for you').waitFor();
  expect(await codeOf(one).count()).toBe(0);
  expect(await accessibilityFaults(one.page)).toEqual([]);
  await one.dialog.getByRole('button', { name: 'Show recovery code' }).click();
  const code = (await codeOf(one).textContent()) ?? '';
  expect(code).toMatch(/^[\dA-Z]{4}(-[\dA-Z]{1,4})+$/);
  expect(await focusedText(one)).toBe(code);
  expect(await accessibilityFaults(one.page)).toEqual([]);
  await one.dialog.getByRole('button', { name: 'Copy code' }).click();
  await one.dialog.getByRole('button', { name: 'Code copied' }).waitFor();
  expect(await one.page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await close(one);
  await openData(one);
  expect(await codeOf(one).count()).toBe(0);

  const other = await open({ links: [board] });
  await other.rows.first().check();
  await openData(other);
  await other.dialog.getByText('without it you lose the links').waitFor();
  await other.dialog
    .getByRole('textbox', { name: 'Recovery code' })
    .fill(code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
  await other.dialog.getByRole('button', { name: 'Open workspace' }).click();
  await other.dialog.getByRole('alert').getByText('This is not a recovery code.').waitFor();
  await other.takeFaults(/400|422/);
  await other.dialog
    .getByRole('textbox', { name: 'Recovery code' })
    .fill(` ${code.toLowerCase().replaceAll('-', ' ')}`);
  await other.page.keyboard.press('Enter');
  await other.dialog.getByText('The workspace is open in this browser.').waitFor();
  await close(other);
  await other.page.getByRole('checkbox', { name: knife.description }).waitFor();
  expect(await other.rows.count()).toBe(1);
  expect(await other.page.getByRole('checkbox', { checked: true }).count()).toBe(0);
});

test('everything is deleted only after a second, typed word, and the page is as new', async ({ open }) => {
  const desk = await open({ links: twelveLinks });
  await desk.rows.first().check();
  await openData(desk);
  await desk.dialog.getByRole('button', { name: 'Delete all my data…' }).click();
  await desk.dialog.getByText('12 saved links go').waitFor();
  expect(await accessibilityFaults(desk.page)).toEqual([]);
  const confirm = desk.dialog.getByRole('button', { name: 'Delete everything' });
  expect(await confirm.getAttribute('aria-disabled')).toBe('true');
  await desk.dialog.getByLabel('Type “delete” to confirm').fill('delet');
  await desk.page.keyboard.press('Enter');
  expect(await desk.page.evaluate(() => document.querySelectorAll('.link-row').length)).toBeGreaterThan(0);
  await desk.dialog.getByLabel('Type “delete” to confirm').fill('Delete');

  await desk.page.context().setOffline(true);
  await confirm.click();
  await desk.dialog.getByRole('alert').getByText('could not be reached').waitFor();
  await desk.takeFaults(/ERR_INTERNET_DISCONNECTED/);
  await desk.page.context().setOffline(false);

  await confirm.click();
  await desk.dialog.getByText('All your data was deleted.').waitFor();
  await desk.dialog.getByText('There is nothing to delete.').waitFor();
  expect(await focusedText(desk)).toContain('All your data was deleted.');
  expect(await accessibilityFaults(desk.page)).toEqual([]);
  await close(desk);
  await desk.page.getByText('No links saved yet').waitFor();
  expect(await desk.page.context().cookies()).toEqual([]);
  expect(await desk.page.evaluate(() => localStorage.getItem('selectedLinks') ?? '[]')).toBe('[]');
  await desk.page.reload();
  await desk.page.getByText('No links saved yet').waitFor();
});

test('the terms tell of the cookie and the own workspace', async ({ desk }) => {
  await desk.button('Terms and Conditions').click();
  await desk.dialog.getByText('One cookie is set when you first save a link.').waitFor();
  await desk.dialog.getByText('a workspace of your own').waitFor();
});

sharedTest('a shared list has neither a code nor a way to delete all, and says so', async ({ desk }) => {
  await openData(desk);
  await desk.dialog.getByText('in one list for everybody').waitFor();
  expect(await desk.dialog.getByRole('button').count()).toBe(1);
  await close(desk);
  await desk.button('Terms and Conditions').click();
  await desk.dialog.getByText('The page sets no cookies.').waitFor();
});
