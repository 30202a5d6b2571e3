import { expect } from 'vitest';

import { cutOffScripts, reconnectScripts } from './harness/cut-off-scripts.ts';
import { journeyOn } from './harness/journey.ts';
import { storedData } from './harness/stored-data.ts';
import { startServer } from './harness/server.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }));
const pan = { url: 'https://shop.example/pan', description: 'Pan on a silent network' };

test('on a network without answers the form does not stay busy: the link is marked as not saved yet, and sent once', async ({
  cleanApp: app,
}) => {
  const { page } = app;
  await app.listLinks([{ url: 'https://shop.example/pot', description: 'Pot' }]);
  let isSilent = true;
  let arrived = 0;
  await page.route('**/api/links', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    if (isSilent) return undefined;
    arrived += 1;
    return route.continue();
  });
  await app.addLink(pan);
  const row = page.getByRole('listitem').filter({ hasText: pan.description });
  await row.getByText('Not saved yet').waitFor();
  isSilent = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => row.getByText('Not saved yet').count()).toBe(0);
  expect(arrived).toBe(1);
  await page.unroute('**/api/links');
  await page.reload();
  await row.waitFor();
  app.faults.length = 0;
});

test('with full storage a text, a deletion and a tick still work, and the page says once that nothing is stored', async ({
  open,
}) => {
  const app = await open({
    links: [
      { url: 'https://shop.example/1', description: 'Ticked plate' },
      { url: 'https://shop.example/2', description: 'Deleted plate' },
    ],
  });
  const { page } = app;
  await app.tick('Deleted plate');
  await page.evaluate(() => {
    let size = 1_000_000;
    for (let index = 0; size >= 1; index += 1) {
      try {
        localStorage.setItem(`filler ${index}`, 'x'.repeat(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
  const words = page.getByText('This browser can’t store anything more for this page');
  expect(await words.count()).toBe(0);
  await app.content.fill('Plates of stone.');
  await app.tick('Ticked plate');
  await words.waitFor();
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await app.button('Delete Deleted plate').click();
  await app.button(/^Undo/).waitFor();
  expect((await deleted).status()).toBe(204);
  await expect.poll(() => page.getByText('Deleted plate').count()).toBe(0);
  expect(await page.getByRole('checkbox', { name: 'Ticked plate' }).isChecked()).toBe(true);
  await expect.poll(() => words.count()).toBe(1);
  await page.evaluate(() => localStorage.clear());
  await expect.poll(async () => (await storedData(page)).outbox).toEqual([]);
  await page.reload();
  await page.getByText('Ticked plate').waitFor();
  expect(await page.getByText('Deleted plate').count()).toBe(0);
});

test('a dialog that could not be loaded does not prevent the next one, and comes after a reload', async ({
  open,
}) => {
  const app = await open();
  const failure = app.page.getByText('This part of the page could not be loaded.');
  await app.openDialog(app.button('Add Link').first());
  await app.page.keyboard.press('Escape');
  await cutOffScripts(app.page);
  await app.button('Terms and Conditions').click();
  await failure.waitFor();
  await app.openDialog(app.button('Add Link').first());
  expect(await failure.count()).toBe(0);
  await app.page.keyboard.press('Escape');
  await app.button('Terms and Conditions').click();
  await reconnectScripts(app.page);
  await app.button('Reload the page').click();
  await app.openDialog(app.button('Terms and Conditions'));
  await app.page.keyboard.press('Escape');
  await app.takeFaults(/Failed to (?:load resource|fetch)/);
});
