import { expect } from 'vitest';

import { accessibilityFaults } from './harness/axe.ts';
import type { AppPage } from './harness/app-page.ts';
import { journeyOn } from './harness/journey.ts';
import { sampleContent, sampleLinks, twelveLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }));

/** Returns how often Tab is pressed from the top of the page until the element has the focus. */
async function tabsTo(app: AppPage, selector: string): Promise<number> {
  await app.page.evaluate(() => {
    window.scrollTo(0, 0);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    getSelection()?.setPosition(document.body, 0);
  });
  for (let presses = 1; presses < 60; presses += 1) {
    await app.page.keyboard.press('Tab');
    if ((await app.page.locator(`${selector}:focus`).count()) > 0) return presses;
  }
  return Number.POSITIVE_INFINITY;
}

const nameOfFocus = (app: AppPage) =>
  app.page.evaluate(() => {
    const { activeElement } = document;
    const label = activeElement?.closest('label')?.querySelector('.link-description')?.textContent;
    return label ?? activeElement?.getAttribute('aria-label') ?? activeElement?.textContent;
  });

test('with five links, eight Tabs lead to the text; with the skip link, one Tab and Enter', async ({
  open,
}) => {
  const app = await open({ links: twelveLinks.slice(0, 5) });
  const { page } = app;
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  expect(await tabsTo(app, 'textarea')).toBeLessThanOrEqual(8);

  await page.reload();
  await app.rows.first().waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => nameOfFocus(app)).toBe('Skip to the text');
  await expect
    .poll(() => page.locator(':focus').evaluate((link) => link.getBoundingClientRect().top))
    .toBeGreaterThan(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('Typed at once');
  expect(await app.content.inputValue()).toBe('Typed at once');
  expect(new URL(page.url()).hash).toBe('');
});

test('the list is one Tab stop; arrows lead from link to link and to the buttons of a link, also from right to left', async ({
  open,
}) => {
  const app = await open({ links: twelveLinks.slice(0, 3) });
  const { page } = app;
  const [third = '', second = '', first = ''] = twelveLinks.slice(0, 3).map(({ description }) => description);
  await app.rows.first().focus();
  const press = async (key: string, focus: string) => {
    await page.keyboard.press(key);
    expect(await nameOfFocus(app)).toBe(focus);
  };
  await press('ArrowDown', second);
  await press('ArrowRight', `Edit ${second}`);
  await press('ArrowRight', `Delete ${second}`);
  await press('ArrowRight', `Delete ${second}`);
  await press('ArrowLeft', `Edit ${second}`);
  await press('ArrowLeft', second);
  await press('End', third);
  await press('Home', first);
  await press('ArrowUp', first);
  await press('PageDown', third);
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: third, checked: true }).waitFor();
  // Tab leaves the list, and Shift+Tab returns to the same link.
  await page.keyboard.press('Tab');
  expect(await page.locator('.link-row :focus').count()).toBe(0);
  await press('Shift+Tab', third);

  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  await press('ArrowLeft', `Edit ${third}`);
  await press('ArrowRight', third);
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Edit Link' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => nameOfFocus(app)).toBe(third);
  await press('Delete', `Undo: keep ${third}`);
  await press('Enter', third);
  await page.getByRole('checkbox', { name: third }).waitFor();
});

test('Ctrl+Enter generates from anywhere and says why it cannot; Ctrl+Shift+C copies the shown version', async ({
  open,
}) => {
  const app = await open({ links: sampleLinks });
  const { page } = app;
  await app.content.fill(sampleContent);
  // The keys are loaded after the page.
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+Enter');
      return page.getByRole('status').getByText('Select at least one link and add some content').count();
    })
    .toBe(1);
  await page.getByRole('checkbox', { name: 'Select all' }).check();

  // Keys of an input method and keys in a dialog do nothing.
  await page.evaluate(() => {
    const composed = { key: 'Enter', ctrlKey: true, isComposing: true, bubbles: true };
    document.querySelector('textarea')?.dispatchEvent(new KeyboardEvent('keydown', composed));
  });
  await app.button('Add Link').click();
  await app.dialog.waitFor();
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Escape');
  await app.dialog.waitFor({ state: 'detached' });
  expect(await app.button('Copy').count()).toBe(0);

  await app.content.focus();
  await page.keyboard.press('Control+Enter');
  await app.waitForResult();
  const copied = app.button('Copied').waitFor();
  await page.keyboard.press('Control+Shift+C');
  await copied;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(sampleLinks[0].url);
});

test('? lists all keys, and keys without Ctrl can be switched off there for good', async ({ open }) => {
  const app = await open({ links: twelveLinks });
  const { page } = app;
  await page.getByRole('searchbox').waitFor();
  const keys = page.getByRole('dialog', { name: 'Keyboard' });
  await expect
    .poll(async () => {
      await page.keyboard.press('?');
      return keys.count();
    })
    .toBe(1);
  await keys.getByText('Ctrl + Enter').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await keys.getByRole('checkbox', { name: 'Use / and ? as keys' }).uncheck();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  expect(await keys.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).not.toBe('search');

  await page.evaluate(() => localStorage.removeItem('slashKey'));
  await page.keyboard.press('/');
  await expect.poll(() => page.getByRole('searchbox').evaluate((box) => box.matches(':focus'))).toBe(true);
  await page.keyboard.type('?/');
  expect(await page.getByRole('searchbox').inputValue()).toBe('?/');
});
