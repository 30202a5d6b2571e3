import { expect } from 'vitest';

import { accessibilityFaults, faultsInBothThemes } from './harness/axe.ts';
import { refreshLinks } from './harness/events.ts';
import { journeyOn } from './harness/journey.ts';
import { sampleContent, sampleLinks, twelveLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import type { Workbench } from './harness/workbench.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }));
const [knife] = sampleLinks;

type State = {
  readonly state: string;
  /** Brings the page from the previous state into this one. */
  readonly reach: (desk: Workbench) => Promise<unknown>;
};

async function fillDesk(desk: Workbench): Promise<void> {
  await desk.rows.first().check();
  await desk.content.fill(sampleContent);
}

async function expectNoFaults(desk: Workbench, states: readonly State[]): Promise<void> {
  for (const { state, reach } of states) {
    await reach(desk);
    const faults = await faultsInBothThemes(desk.page);
    expect({ state, faults }).toEqual({ state, faults: [] });
  }
}

const states: readonly State[] = [
  { state: 'no link saved', reach: (desk) => desk.page.getByText('No links saved yet').waitFor() },
  {
    state: 'links listed',
    async reach(desk) {
      await desk.saveLinks([...twelveLinks.slice(0, 6), knife]);
      await refreshLinks(desk.page);
      await desk.rows.first().waitFor();
    },
  },
  {
    state: 'tooltip open',
    async reach(desk) {
      await desk.generate.hover();
      await desk.page.getByText('Select at least one link and add some content').waitFor();
    },
  },
  {
    state: 'popover open',
    async reach(desk) {
      await desk.button('How does it work?').click();
      await desk.page.getByRole('dialog', { name: 'How does it work?' }).waitFor();
    },
  },
  {
    state: 'form open',
    async reach(desk) {
      await desk.page.keyboard.press('Escape');
      await desk.button('Add Link').first().click();
      await desk.dialog.getByLabel('Affiliate URL').waitFor();
    },
  },
  {
    state: 'form refused',
    async reach(desk) {
      await desk.dialog.getByRole('button', { name: 'Add Link' }).click();
      await desk.dialog.getByRole('alert').waitFor();
    },
  },
  {
    state: 'terms open',
    async reach(desk) {
      await desk.dialog.getByRole('button', { name: 'Cancel' }).click();
      await desk.button('Terms and Conditions').click();
      await desk.dialog.getByText('4/6/2025').waitFor();
    },
  },
  {
    state: 'ready to generate',
    async reach(desk) {
      await desk.page.keyboard.press('Escape');
      await desk.dialog.waitFor({ state: 'detached' });
      await fillDesk(desk);
    },
  },
  {
    state: 'processing',
    async reach(desk) {
      await desk.page.route('**/api/generations', () => {});
      await desk.generate.click();
      await desk.stop.waitFor();
    },
  },
  {
    state: 'result',
    async reach(desk) {
      await desk.stop.click();
      await desk.page.unroute('**/api/generations');
      await desk.generate.click();
      await desk.waitForResult();
    },
  },
  {
    state: 'result, checked link by link',
    async reach(desk) {
      await desk.tab('Experimental').click();
      await desk.page.locator('summary').click();
    },
  },
  {
    state: 'list out of reach',
    async reach(desk) {
      await desk.page.route('**/api/links?*', (route) => route.abort());
      await desk.page.reload();
      await desk.button('Try again').waitFor();
      await desk.takeFaults(/Failed to load resource/);
    },
  },
];

/**
 * Checks deleted rows. Each theme needs a new deleted row, because the time to undo is short. First, the list loads
 * again.
 */
async function expectNoFaultsInDeletedRows(desk: Workbench): Promise<void> {
  await desk.page.unroute('**/api/links?*');
  await desk.button('Try again').click();
  await desk.rows.first().waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await desk.page.emulateMedia({ colorScheme });
    await desk
      .button(/^Delete /)
      .first()
      .click();
    await desk.button(/^Undo/).first().waitFor();
    expect(await accessibilityFaults(desk.page)).toEqual([]);
  }
}

test('axe finds no fault in either theme, from the first visit to a deleted row', async ({ desk }) => {
  await expectNoFaults(desk, states);
  await expectNoFaultsInDeletedRows(desk);
});

test('screen readers announce the generation and the three finished versions', async ({
  clearDesk: desk,
}) => {
  await desk.bringLinks([knife]);
  await desk.page.evaluate(() => {
    const heard: string[] = [];
    new MutationObserver((records) => {
      for (const { target } of records) {
        const status = target instanceof Element ? target.closest('[role=status]') : null;
        if (status !== null) heard.push(status.textContent);
      }
      document.documentElement.dataset['spoken'] = heard.join('|');
    }).observe(document, { childList: true, subtree: true });
  });
  await fillDesk(desk);
  await desk.generate.click();
  await desk.waitForResult();
  const spoken = () => desk.page.evaluate(() => document.documentElement.dataset['spoken'] ?? '');
  await expect.poll(spoken).toMatch(/Generating.*3 versions ready/);
});

test('an open dialog takes the focus, keeps it, and returns it', async ({ clearDesk: desk }) => {
  const opener = desk.button('Terms and Conditions');
  await opener.focus();
  await desk.page.keyboard.press('Enter');
  await desk.dialog.getByText('4/6/2025').waitFor();
  const isInside = () => desk.dialog.evaluate((dialog) => dialog.contains(document.activeElement));
  for (let presses = 0; presses < 6; presses += 1) {
    await desk.page.keyboard.press('Tab');
    const isOutsideThePage = await desk.page.evaluate(() => document.activeElement === document.body);
    expect((await isInside()) || isOutsideThePage).toBe(true);
  }
  await desk.page.keyboard.press('Escape');
  await desk.dialog.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
});
