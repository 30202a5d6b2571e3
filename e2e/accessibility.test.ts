import { expect } from 'vitest';

import { accessibilityFaults } from './harness/axe.ts';
import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';
import { sampleContent, sampleLinks, twelveLinks } from './harness/sample.ts';
import type { Workbench } from './harness/workbench.ts';

const test = journeyOn(startServer);
const [knife] = sampleLinks;

async function fillDesk(desk: Workbench): Promise<void> {
  await desk.rows.first().check();
  await desk.content.fill(sampleContent);
}

async function expectNoFaults({ page }: Workbench): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect({ colorScheme, faults: await accessibilityFaults(page) }).toEqual({ colorScheme, faults: [] });
  }
}

/** Each brings the page, with links saved, into one state. */
const states: readonly { readonly state: string; readonly reach: (desk: Workbench) => Promise<void> }[] = [
  { state: 'links listed', reach: (desk) => desk.rows.first().waitFor() },
  { state: 'ready to generate', reach: fillDesk },
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
      await desk.button('Add Link').first().click();
      await desk.dialog.getByLabel('Affiliate URL').waitFor();
    },
  },
  {
    state: 'form refused',
    async reach(desk) {
      await desk.button('Add Link').first().click();
      await desk.dialog.getByRole('button', { name: 'Add Link' }).click();
      await desk.dialog.getByRole('alert').waitFor();
    },
  },
  {
    state: 'terms open',
    async reach(desk) {
      await desk.button('Terms and Conditions').click();
      await desk.dialog.getByText('4/6/2025').waitFor();
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
    state: 'processing',
    async reach(desk) {
      await fillDesk(desk);
      await desk.page.route('**/api/generations', () => {});
      await desk.generate.click();
      await desk.stop.waitFor();
    },
  },
  {
    state: 'result',
    async reach(desk) {
      await fillDesk(desk);
      await desk.generate.click();
      await desk.waitForResult();
    },
  },
  {
    state: 'result, checked link by link',
    async reach(desk) {
      await fillDesk(desk);
      await desk.generate.click();
      await desk.waitForResult();
      await desk.tab('Experimental').click();
      await desk.page.locator('summary').click();
    },
  },
  {
    state: 'list out of reach',
    async reach(desk) {
      await desk.page.route('**/api/links?*', (route) => route.abort());
      await desk.page.reload();
      await desk.button('Try again').waitFor({ timeout: 15_000 });
      await desk.takeFaults(/Failed to load resource/);
    },
  },
];

test('axe finds nothing on the first visit, with no link saved', async ({ open }) => {
  const desk = await open({ bypassCSP: true });
  await desk.page.getByText('No links saved yet').waitFor();
  await expectNoFaults(desk);
});

test.for(states)('axe finds nothing in either theme: $state', async ({ reach }, { server, open }) => {
  await server.saveLinks([...twelveLinks.slice(0, 6), knife]);
  const desk = await open({ bypassCSP: true });
  await desk.rows.first().waitFor();
  await reach(desk);
  await expectNoFaults(desk);
});

test('axe finds nothing in either theme where a row was deleted', async ({ server, open }) => {
  await server.saveLinks(twelveLinks.slice(0, 6));
  const desk = await open({ bypassCSP: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await desk.page.emulateMedia({ colorScheme });
    await desk
      .button(/^Delete /)
      .first()
      .click();
    await desk.button(/^Undo/).first().waitFor();
    expect(await accessibilityFaults(desk.page)).toEqual([]);
  }
});

test('screen readers are told that it generates, and that three versions are ready', async ({
  server,
  open,
}) => {
  await server.saveLinks([knife]);
  const desk = await open();
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

test('an opened dialog takes the focus, keeps it, and gives it back', async ({ desk }) => {
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
