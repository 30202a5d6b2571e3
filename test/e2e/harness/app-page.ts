import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import type { WatchedPage } from './browser.ts';
import { readClipboard, type Clipboard } from './clipboard.ts';
import { saveLinksIn, type NewLink } from './save-links.ts';

type Anchor = {
  readonly text: string;
  readonly href: string;
  readonly rel: string;
  readonly target: string;
};
export type TabName = 'Safe' | 'Exploratory' | 'Experimental';

export const tabNames: readonly TabName[] = ['Safe', 'Exploratory', 'Experimental'];

/** The page. Its actions find controls by their visible texts, as a user does. */
export type AppPage = WatchedPage & {
  readonly content: Locator;
  readonly generate: Locator;
  readonly reset: Locator;
  readonly stop: Locator;
  readonly rows: Locator;
  readonly dialog: Locator;
  button(name: string | RegExp): Locator;
  tab(name: TabName): Locator;
  /** Presses until the dialog is open. A click is lost if the list is drawn again at that moment. */
  openDialog(opener: Locator): Promise<void>;
  /** Hovers until the tooltip is open. A page that is still loading may move the control away from the pointer. */
  seeTooltip(control: Locator, words: string): Promise<void>;
  /** Saves a link through the form, which also ticks it. */
  addLink(link: NewLink): Promise<void>;
  /** Saves links as this visitor by requests of its own. The page lists them after a reload. */
  saveLinks(links: readonly NewLink[]): Promise<string[]>;
  /** Saves links and makes the page load the list again. */
  listLinks(links: readonly NewLink[]): Promise<string[]>;
  /** Saves links, shows all of them and ticks them in this order. */
  bringLinks(links: readonly NewLink[]): Promise<void>;
  tick(description: string): Promise<void>;
  /** Puts the text on the clipboard and pastes it by keyboard. */
  paste(text: string): Promise<void>;
  waitForResult(): Promise<void>;
  /** Returns the woven links of the shown version with their attributes. */
  anchors(): Promise<Anchor[]>;
  versionText(): Promise<string>;
  /** Presses Copy and returns what another program receives on paste. */
  copy(): Promise<Clipboard>;
  /** Waits for the next alert, removes and returns it. */
  takeAlert(): Promise<string>;
  /** Waits for a fault that matches, removes and returns all that match. */
  takeFaults(kind: RegExp): Promise<string[]>;
};

export function createAppPage(watched: WatchedPage): AppPage {
  const { page, alerts, faults } = watched;
  const button = (name: string | RegExp) =>
    page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  const content = page.getByPlaceholder('Paste your content here...');
  const dialog = page.getByRole('dialog');
  const panel = page.getByRole('tabpanel');

  return {
    ...watched,
    content,
    dialog,
    button,
    generate: button('Generate'),
    reset: button('Reset'),
    stop: button('Stop'),
    rows: page.locator('.link-row input:visible'),
    tab: (name) => page.getByRole('tab', { name }),

    openDialog: (opener) => openDialog(opener, dialog),
    async seeTooltip(control, words) {
      const tooltip = page.getByRole('tooltip').getByText(words);
      await expect
        .poll(async () => {
          await page.mouse.move(0, 0);
          await control.hover();
          await tooltip.waitFor({ timeout: 5000 }).catch(() => {});
          return tooltip.count();
        })
        .toBe(1);
    },
    async addLink({ url, description }) {
      await openDialog(button('Add Link').first(), dialog);
      await dialog.getByLabel('Affiliate URL').fill(url);
      await dialog.getByLabel("What's this link about").fill(description);
      await dialog.getByRole('button', { name: 'Add Link' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('checkbox', { name: description, checked: true }).first().waitFor();
    },
    saveLinks: (links) => saveLinksIn(page.context(), links),
    listLinks: (links) => listLinks(page, links),
    async bringLinks(links) {
      await listLinks(page, links);
      await listUntil(page, async () => (await page.locator('.link-row').count()) >= links.length);
      await tickNewest(page, links.length);
    },
    async tick(description) {
      const row = page.getByRole('checkbox', { name: description }).first();
      await listUntil(page, async () => (await row.count()) > 0);
      // The page may draw the list again between the click and the check mark.
      await expect
        .poll(async () => (await row.isChecked()) || (await row.check().catch(() => false)) !== false)
        .toBe(true);
    },
    paste: (text) => paste(page, content, text),
    async waitForResult() {
      await buttonOf(page, 'Copy').waitFor();
    },
    anchors: () =>
      panel.locator('a.thread').evaluateAll((links) =>
        links.map((link) => ({
          text: link.textContent,
          href: link.getAttribute('href') ?? '',
          rel: link.getAttribute('rel') ?? '',
          target: link.getAttribute('target') ?? '',
        })),
      ),
    versionText: () => panel.locator('.reading').innerText(),
    async copy() {
      await Promise.all([seeCopied(page), button('Copy').click()]);
      return readClipboard(page, content);
    },
    async takeAlert() {
      await expect.poll(() => alerts.length).toBeGreaterThan(0);
      return alerts.shift() ?? '';
    },
    async takeFaults(kind) {
      await expect.poll(() => faults.some((fault) => kind.test(fault))).toBe(true);
      const taken = faults.filter((fault) => kind.test(fault));
      faults.splice(0, faults.length, ...faults.filter((fault) => !kind.test(fault)));
      return taken;
    },
  };
}

/** Resets a used page to the state of a new one. */
export async function clear(app: AppPage): Promise<void> {
  // Reset is off while there is nothing to clear. The tab may be another one even then.
  if ((await app.reset.getAttribute('aria-disabled')) === null) await app.reset.click();
  else await app.page.evaluate(() => window.dispatchEvent(new CustomEvent('resetApp')));
  await app.page.waitForFunction(
    () => {
      const tab = document.querySelector('[role=tab][aria-selected=true]')?.textContent ?? '';
      const buttons = [...document.querySelectorAll('button')];
      return (
        tab.startsWith('Safe') &&
        document.querySelector('textarea')?.value === '' &&
        document.querySelector('input:checked') === null &&
        !buttons.some(({ textContent }) => textContent.startsWith('Cop'))
      );
    },
    undefined,
    { polling: 50 },
  );
}

/** Finds a button by its text alone, which is faster than by role in a long text. */
function buttonOf(page: Page, words: string): Locator {
  return page.locator('button', { hasText: new RegExp(`^${words}$`) }).first();
}

/**
 * Presses "Show more" until the wanted rows are there. A page first draws the links that it has stored, and those that
 * were saved elsewhere a moment later. While the list is drawn again, there are no rows and no button.
 */
async function listUntil(page: Page, areListed: () => Promise<boolean>): Promise<void> {
  const more = page.getByRole('button', { name: 'Show more', exact: true });
  const isDrawn = async () => (await areListed()) || more.isVisible();
  for (await expect.poll(isDrawn).toBe(true); !(await areListed()); await expect.poll(isDrawn).toBe(true)) {
    const listed = await page.locator('.link-row').count();
    await more.click();
    await expect.poll(() => page.locator('.link-row').count()).toBeGreaterThan(listed);
  }
}

/**
 * Ticks the first rows in one step, the last of them first. Repeats it, because the page may draw the list again.
 */
async function tickNewest(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (rows) => {
      const boxes = [...document.querySelectorAll<HTMLInputElement>('.link-row input')];
      const newest = boxes.slice(0, rows).toReversed();
      for (const box of newest) if (!box.checked) box.click();
      return newest.length === rows && newest.every(({ checked }) => checked);
    },
    count,
    { polling: 50 },
  );
}

async function listLinks(page: Page, links: readonly NewLink[]): Promise<string[]> {
  const ids = await saveLinksIn(page.context(), links);
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('refreshLinks')));
  await page
    .locator('.link-row:first-child .link-description', { hasText: links.at(-1)?.description ?? '' })
    .waitFor();
  return ids;
}

async function openDialog(opener: Locator, dialog: Locator): Promise<void> {
  await opener.waitFor();
  await expect
    .poll(async () => {
      if ((await dialog.count()) === 0) {
        await opener.click({ timeout: 5000 }).catch(() => {});
        // The script of the dialog may still be loading. A second press would not help.
        await dialog.waitFor({ timeout: 5000 }).catch(() => {});
      }
      return dialog.count();
    })
    .toBe(1);
}

async function paste(page: Page, content: Locator, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await content.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect.poll(() => content.inputValue()).not.toBe('');
}

/** Waits for a button "Copied". It stays for two seconds, so the page itself looks for it. */
function seeCopied(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = () => {
          const names = [...document.querySelectorAll('button')].map(({ textContent }) => textContent);
          if (names.includes('Copied')) resolve();
        };
        new MutationObserver(look).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        });
      }),
  );
}
