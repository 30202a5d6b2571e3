import { expect } from 'vitest';

import { cutOffScripts, reconnectScripts } from './harness/cut-off-scripts.ts';
import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';
import type { Workbench } from './harness/workbench.ts';

const test = journeyOn(startServer);

async function fill(desk: Workbench, url: string, description: string): Promise<void> {
  await desk.dialog.getByLabel('Affiliate URL').fill(url);
  await desk.dialog.getByLabel("What's this link about").fill(description);
  await desk.dialog.getByRole('button', { name: 'Add Link' }).click();
}

async function submit(desk: Workbench, url: string, description: string): Promise<void> {
  await desk.button('Add Link').first().click();
  await fill(desk, url, description);
}

const redBox = (desk: Workbench) => desk.dialog.getByRole('alert');

test('a blank address or description is refused, required fields are marked, and saved fields are trimmed but otherwise unchanged', async ({
  clearDesk: desk,
}) => {
  await submit(desk, '   ', 'A knife');
  await expect.poll(() => redBox(desk).innerText()).toBe('Please provide a valid URL');
  await desk.dialog.getByLabel('Affiliate URL').and(desk.page.locator(':focus')).waitFor();

  await fill(desk, 'https://shop.example/', '   ');
  await expect.poll(() => redBox(desk).innerText()).toBe('Please provide a description for the link');
  expect(await desk.dialog.getByLabel("What's this link about").getAttribute('required')).not.toBeNull();

  await fill(desk, '  not a web address  ', '  Odd address  ');
  await desk.dialog.waitFor({ state: 'detached' });
  const row = desk.page.getByRole('listitem').filter({ hasText: 'Odd address' });
  expect((await row.innerText()).split('\n').slice(0, 2)).toEqual(['Odd address', 'not a web address']);
});

test('a failed save is reported in the red box and can be sent again', async ({ clearDesk: desk }) => {
  await desk.page.route('**/api/links', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'broken' }) : route.continue(),
  );
  await submit(desk, 'https://shop.example/again', 'Sent twice');
  await redBox(desk).waitFor();
  await expect.poll(() => redBox(desk).innerText()).toBe('Failed to create link. Please try again.');
  await desk.takeFaults(/500/);
  await desk.page.unroute('**/api/links');
  await desk.dialog.getByRole('button', { name: 'Add Link' }).click();
  await desk.dialog.waitFor({ state: 'detached' });
  await desk.page.getByRole('checkbox', { name: 'Sent twice' }).waitFor();
});

test('if nothing can be stored, an unreachable server is reported in the red box and logged', async ({
  server,
  open,
}) => {
  const desk = await open({ path: 'about:blank' });
  const logged: string[] = [];
  desk.page.on('console', (message) => logged.push(message.text()));
  await desk.page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Blocked.', 'SecurityError');
    };
  });
  await desk.page.goto(server.url);
  await desk.addLink({ url: 'https://shop.example/', description: 'Edited offline' });
  await expect.poll(() => logged.join()).toContain('does not support keeping links for offline use');

  await desk.page.route('**/api/links{,/*}', (route) => route.abort());
  await submit(desk, 'https://shop.example/', 'Unreachable');
  await redBox(desk).waitFor();
  await expect.poll(() => redBox(desk).innerText()).toBe('Failed to create link. Please try again.');
  await expect.poll(() => logged.join()).toContain('The link could not be created.');
  await desk.takeFaults(/Failed to load resource/);
  await desk.dialog.getByRole('button', { name: 'Cancel' }).click();
  await desk.button('Edit Edited offline').click();
  await desk.dialog.getByRole('button', { name: 'Save Changes' }).click();
  await redBox(desk).waitFor();
  await expect.poll(() => redBox(desk).innerText()).toMatch(/could not be reached/);
  await desk.takeFaults(/Failed to load resource/);
  // Other requests of the page, such as the list, may fail a moment later.
  await desk.page.goto('about:blank');
  expect(desk.faults.splice(0).filter((fault) => !/Failed to load resource/.test(fault))).toEqual([]);
});

test('"Try again" loads a form that could not be loaded', async ({ open }) => {
  const desk = await open();
  await desk.button('Add Link').first().waitFor();
  await cutOffScripts(desk.page);
  await desk.button('Add Link').first().click();
  await desk.page.getByText('This part of the page could not be loaded.').waitFor();
  expect(await desk.button('Reload the page').count()).toBe(0);
  await desk.button('Try again').click();
  await desk.button('Reload the page').waitFor();
  await desk.takeFaults(/Failed to (?:load resource|fetch)/);
  await reconnectScripts(desk.page);
  await desk.button('Try again').click();
  await desk.page.getByRole('dialog', { name: 'Add Link' }).waitFor();
});

test('during a save the button says "Adding..." and a second press sends nothing', async ({
  clearDesk: desk,
}) => {
  let sent = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await desk.page.route('**/api/links', async (route) => {
    if (route.request().method() === 'POST') {
      sent += 1;
      await held;
    }
    await route.continue();
  });
  await submit(desk, 'https://shop.example/slow', 'Slow to save');
  const busy = desk.dialog.getByRole('button', { name: 'Adding...' });
  await busy.click({ force: true });
  await busy.press('Enter');
  release();
  await desk.dialog.waitFor({ state: 'detached' });
  expect(sent).toBe(1);
  await desk.page.unroute('**/api/links');
});
