import { expect } from 'vitest';

import { accessibilityFaults } from './harness/axe.ts';
import { journeyOn } from './harness/journey.ts';
import { sampleContent } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import { tabNames } from './harness/app-page.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }));

const rice = 'Rice cooker with a timer anchor: "a patient cooker" #gadgets';
const links = [
  ...Array.from({ length: 6 }, (_, index) => ({
    url: `https://other.example/${index}`,
    description: `Trail shoes ${index}`,
  })),
  { url: 'https://shop.example/knife', description: 'Santoku knife for herbs #Gadgets #gift' },
  { url: 'https://shop.example/bowl', description: 'Steel bowl #gadgetstore' },
  { url: 'https://shop.example/board', description: 'Oak board #gadgets' },
  ...Array.from({ length: 6 }, (_, index) => ({
    url: `https://more.example/${index}`,
    description: `Wool socks ${index}`,
  })),
  { url: 'https://shop.example/rice', description: rice },
];

test('a click on a tag ticks all links with it, also those that are not shown; no text gets a tag, and a wished anchor carries its link', async ({
  open,
}) => {
  const app = await open({ links });
  const { page } = app;
  const tag = page.getByRole('button', { name: 'Select all with #gadgets' }).first();
  const selected = page.locator('.selection-count');
  await page.getByRole('checkbox', { name: 'Rice cooker with a timer https', exact: false }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await tag.click();
  await expect.poll(() => selected.innerText()).toMatch(/3 selected$/);
  await page.getByRole('status').getByText('3 links with #gadgets selected').waitFor();
  await tag.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => selected.innerText()).toBe('Select all');
  await tag.click();

  await page.getByRole('searchbox').fill('#gift');
  await expect.poll(() => app.rows.count()).toBe(1);
  await page.getByRole('checkbox', { name: 'Santoku knife', checked: true }).waitFor();
  await page.getByRole('searchbox').fill('');

  await app.content.fill(sampleContent);
  await app.generate.click();
  await app.waitForResult();
  for (const name of tabNames) {
    await app.tab(name).click();
    await expect.poll(async () => (await app.anchors()).length).toBeGreaterThan(1);
    expect(await app.versionText()).not.toMatch(/#g|gadgets|gift|anchor:/iu);
    expect((await app.anchors()).map(({ text }) => text)).toContain('a patient cooker');
  }
});

test('an export and an import keep the tags and the wished anchor, and the form shows them in their fields and changes nothing else', async ({
  open,
}) => {
  const app = await open({ links: links.slice(-1) });
  const exported = async () => (await app.page.request.get('/api/links/export.csv')).text();
  const before = await exported();
  expect(before).toContain(rice.replaceAll('"', '""'));
  expect((await app.page.request.delete('/api/workspace')).status()).toBe(204);
  await app.page.reload();
  await app.button('Import or export links').click();
  const file = { name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(before) };
  await app.page.setInputFiles('input[type=file]', file);
  await app.dialog.getByRole('button', { name: 'Import 1' }).click();
  await app.dialog.getByText('It is selected.').waitFor();
  await app.dialog.getByRole('button', { name: 'Done' }).click();
  expect(await exported()).toBe(before);
  await app.button('Edit Rice cooker with a timer').click();
  const field = app.dialog.getByLabel("What's this link about");
  await expect.poll(() => field.inputValue()).toBe('Rice cooker with a timer');
  expect(await app.dialog.getByLabel('Anchor text').inputValue()).toBe('a patient cooker');
  expect(await app.dialog.getByLabel('Tags').inputValue()).toBe('gadgets');
  await app.dialog.getByRole('button', { name: 'Save Changes' }).click();
  await app.dialog.waitFor({ state: 'detached' });
  expect(await exported()).toContain(rice.replaceAll('"', '""'));
});
