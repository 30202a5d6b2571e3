import { expect } from 'vitest';

import { journeyOn } from './harness/journey.ts';
import { sampleLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own', LIMIT_LINKS_PER_WORKSPACE: '2' }));
const [knife, board] = sampleLinks;
const pan = { url: 'https://shop.example/pan', description: 'Pan of iron' };
const full = 'Your list is full. It can hold 2 links.';

test('a link beyond the quota stays in the form, and stays in the list if it was saved offline', async ({
  cleanApp: app,
}) => {
  const { page } = app;
  await app.listLinks([knife, board]);
  await expect.poll(() => app.rows.count()).toBe(2);
  await app.openDialog(app.button('Add Link').first());
  await app.dialog.getByLabel('Affiliate URL').fill(pan.url);
  await app.dialog.getByLabel("What's this link about").fill(pan.description);
  await app.dialog.getByRole('button', { name: 'Add Link' }).click();
  await app.dialog.getByText(full).waitFor();
  expect(await app.dialog.getByLabel('Affiliate URL').inputValue()).toBe(pan.url);
  expect(await app.dialog.getByLabel("What's this link about").inputValue()).toBe(pan.description);
  await page.context().setOffline(true);
  await app.dialog.getByRole('button', { name: 'Add Link' }).click();
  await app.dialog.waitFor({ state: 'detached' });
  await page.context().setOffline(false);
  const row = page.getByRole('listitem').filter({ hasText: pan.description });
  await row.getByText(`Not saved: ${full}`).waitFor();
  await page.reload();
  await row.getByText(`Not saved: ${full}`).waitFor();

  const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await app.button(`Delete ${knife.description}`).click();
  expect((await deleted).status()).toBe(204);
  await row.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => row.getByText('Not saved').count()).toBe(0);
  await page.reload();
  await row.waitFor();
  await expect.poll(() => app.rows.count()).toBe(2);
  app.faults.length = 0;
});

test('the terms say how long an unused workspace is kept', async ({ cleanApp: app }) => {
  await app.button('Terms and Conditions').click();
  await app.dialog
    .getByText('A workspace with fewer than 1,000 links is deleted when nobody has opened it for 12 months.')
    .waitFor();
});
