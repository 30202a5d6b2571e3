import { expect } from 'vitest';

import { accessibilityFaults, faultsInBothThemes } from './harness/axe.ts';
import { refreshLinks } from './harness/events.ts';
import { journeyOn } from './harness/journey.ts';
import { sampleContent, sampleLinks, twelveLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import type { AppPage } from './harness/app-page.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }));
const [knife] = sampleLinks;

type State = {
  readonly state: string;
  /** Brings the page from the previous state into this one. */
  readonly reach: (app: AppPage) => Promise<unknown>;
};

async function fillDesk(app: AppPage): Promise<void> {
  await app.rows.first().check();
  await app.content.fill(sampleContent);
}

async function expectNoFaults(app: AppPage, states: readonly State[]): Promise<void> {
  for (const { state, reach } of states) {
    await reach(app);
    const faults = await faultsInBothThemes(app.page);
    expect({ state, faults }).toEqual({ state, faults: [] });
  }
}

const states: readonly State[] = [
  { state: 'no link saved', reach: (app) => app.page.getByText('No links saved yet').waitFor() },
  {
    state: 'links listed',
    async reach(app) {
      await app.saveLinks([...twelveLinks.slice(0, 6), knife]);
      await refreshLinks(app.page);
      await app.rows.first().waitFor();
    },
  },
  {
    state: 'tooltip open',
    async reach(app) {
      await app.seeTooltip(app.generate, 'Select at least one link and add some content');
    },
  },
  {
    state: 'popover open',
    async reach(app) {
      await app.button('How does it work?').click();
      await app.page.getByRole('dialog', { name: 'How does it work?' }).waitFor();
    },
  },
  {
    state: 'form open',
    async reach(app) {
      await app.page.keyboard.press('Escape');
      await app.button('Add Link').first().click();
      await app.dialog.getByLabel('Affiliate URL').waitFor();
    },
  },
  {
    state: 'form refused',
    async reach(app) {
      await app.dialog.getByRole('button', { name: 'Add Link' }).click();
      await app.dialog.getByRole('alert').waitFor();
    },
  },
  {
    state: 'terms open',
    async reach(app) {
      await app.dialog.getByRole('button', { name: 'Cancel' }).click();
      await app.button('Terms and Conditions').click();
      await app.dialog.getByText('4/6/2025').waitFor();
    },
  },
  {
    state: 'ready to generate',
    async reach(app) {
      await app.page.keyboard.press('Escape');
      await app.dialog.waitFor({ state: 'detached' });
      await fillDesk(app);
    },
  },
  {
    state: 'processing',
    async reach(app) {
      await app.page.route('**/api/generations', () => {});
      await app.generate.click();
      await app.stop.waitFor();
    },
  },
  {
    state: 'result',
    async reach(app) {
      await app.stop.click();
      await app.page.unroute('**/api/generations');
      await app.generate.click();
      await app.waitForResult();
    },
  },
  {
    state: 'result, checked link by link',
    async reach(app) {
      await app.tab('Experimental').click();
      await app.button(/^Report: /u).click();
      await app.page.getByRole('dialog', { name: 'Report' }).getByText(knife.description).waitFor();
    },
  },
  {
    state: 'list out of reach',
    async reach(app) {
      await app.page.route('**/api/links?*', (route) => route.abort());
      await app.page.reload();
      await app.button('Try again').waitFor();
      await app.takeFaults(/Failed to load resource/);
    },
  },
];

/**
 * Loads the list again and checks deleted rows. Each theme needs a new deleted row, because the time for Undo is short.
 */
async function expectNoFaultsInDeletedRows(app: AppPage): Promise<void> {
  await app.page.unroute('**/api/links?*');
  await app.button('Try again').click();
  await app.rows.first().waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await app.page.emulateMedia({ colorScheme });
    await app
      .button(/^Delete /)
      .first()
      .click();
    await app.button(/^Undo/).first().waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  }
}

test('axe finds no fault in either theme, from the first visit to a deleted row', async ({ app }) => {
  await expectNoFaults(app, states);
  await expectNoFaultsInDeletedRows(app);
});

test('screen readers announce the generation and the three finished versions', async ({ cleanApp: app }) => {
  await app.bringLinks([knife]);
  await app.page.evaluate(() => {
    const heard: string[] = [];
    new MutationObserver((records) => {
      for (const { target } of records) {
        const status = target instanceof Element ? target.closest('[role=status]') : null;
        if (status !== null) heard.push(status.textContent);
      }
      document.documentElement.dataset['spoken'] = heard.join('|');
    }).observe(document, { childList: true, subtree: true });
  });
  await fillDesk(app);
  await app.generate.click();
  await app.waitForResult();
  const spoken = () => app.page.evaluate(() => document.documentElement.dataset['spoken'] ?? '');
  await expect.poll(spoken).toMatch(/Generating.*3 versions ready/);
});

test('an open dialog takes the focus, keeps it, and returns it', async ({ cleanApp: app }) => {
  const opener = app.button('Terms and Conditions');
  await opener.focus();
  await app.page.keyboard.press('Enter');
  await app.dialog.getByText('4/6/2025').waitFor();
  const isInside = () => app.dialog.evaluate((dialog) => dialog.contains(document.activeElement));
  for (let presses = 0; presses < 6; presses += 1) {
    await app.page.keyboard.press('Tab');
    const isOutsideThePage = await app.page.evaluate(() => document.activeElement === document.body);
    expect((await isInside()) || isOutsideThePage).toBe(true);
  }
  await app.page.keyboard.press('Escape');
  await app.dialog.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
});
