import { expect } from 'vitest';

import { accessibilityFaults } from './harness/axe.ts';
import { refreshLinks } from './harness/events.ts';
import { journeyOn } from './harness/journey.ts';
import { sampleContent, sampleLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import type { Workbench } from './harness/workbench.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }));
const [knife] = sampleLinks;
const hose = { url: 'https://garden.example/hose', description: 'Garden hose with a spray nozzle' };
const cooker = { url: 'https://clean.example/', description: 'Rice cooker with a timer for kitchens' };

const heading = (desk: Workbench, name: string) => desk.page.getByRole('heading', { name, exact: true });
const panel = (desk: Workbench) => desk.page.locator('.suggest-panel');
const box = (desk: Workbench, name: string) => panel(desk).getByRole('checkbox', { name });
const selectedText = (desk: Workbench) =>
  desk.content.evaluate((field) =>
    field instanceof HTMLTextAreaElement ? field.value.slice(field.selectionStart, field.selectionEnd) : '',
  );
const focused = (desk: Workbench) => desk.page.evaluate(() => document.activeElement?.textContent);

test('fitting links are offered with their passages, and only the user ticks them', async ({ desk }) => {
  await desk.button('Suggest links').hover();
  await desk.page.getByText('Add some content to see which of your links fit it').waitFor();
  await desk.content.fill(sampleContent);
  await desk.button('Suggest links').click();
  await heading(desk, 'No links saved yet').waitFor();
  await desk.button('Close suggestions').click();
  await expect.poll(() => focused(desk)).toBe('Suggest links');

  await desk.saveLinks([knife, hose, cooker]);
  await refreshLinks(desk.page);
  await desk.rows.first().waitFor();
  await desk.button('Suggest links').press('Enter');
  await heading(desk, '2 links fit this text').waitFor();
  await expect.poll(() => focused(desk)).toBe('2 links fit this text');
  await desk.page.getByRole('status').getByText('2 links fit this text').waitFor();
  await expect.poll(() => panel(desk).getByRole('checkbox').count()).toBe(2);
  await expect.poll(() => panel(desk).getByRole('checkbox', { checked: true }).count()).toBe(0);
  expect(await accessibilityFaults(desk.page)).toEqual([]);

  await box(desk, knife.description).check();
  const row = desk.page.locator('.links-panel').getByRole('checkbox', { name: knife.description });
  await expect.poll(() => row.isChecked()).toBe(true);
  await row.uncheck();
  await expect.poll(() => box(desk, knife.description).isChecked()).toBe(false);
  await desk.button('Select all of these').click();
  await desk.button('All of these are selected').waitFor();
  await expect.poll(() => panel(desk).getByRole('checkbox', { checked: true }).count()).toBe(2);

  await panel(desk)
    .getByRole('button', { name: /Show in your text: .*sharp knife/ })
    .click();
  await expect.poll(() => selectedText(desk)).toMatch(/^(?:A sharp knife|Onions stopped)/);

  await desk.content.press('ControlOrMeta+Home');
  await desk.page.keyboard.type('My garden hose leaks. ');
  await desk.page.getByText('For an earlier text').waitFor();
  await panel(desk)
    .getByRole('button', { name: /Show in your text: .*sharp knife/ })
    .click();
  await expect.poll(() => selectedText(desk)).toMatch(/^(?:A sharp knife|Onions stopped)/);
  await desk.button('Suggest again').click();
  await heading(desk, '3 links fit this text').waitFor();
  await box(desk, hose.description).focus();
  await desk.page.keyboard.press('Escape');
  await panel(desk).waitFor({ state: 'detached' });
  await expect.poll(() => focused(desk)).toBe('Suggest links');
});

test('on a phone, without a network and without a fitting link, the page says what to do', async ({
  open,
}) => {
  const desk = await open({ links: [knife], viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await desk.content.fill('The orchestra played Mahler until midnight.');
  await desk.button('Suggest links').click();
  await heading(desk, 'No saved link fits this text yet').waitFor();

  await desk.content.fill(sampleContent);
  await desk.page.context().setOffline(true);
  await desk.button('Suggest again').click();
  await panel(desk).getByRole('alert').getByText('it cannot be reached just now').waitFor();
  await desk.page.context().setOffline(false);
  await desk.takeFaults(/ERR_INTERNET_DISCONNECTED/);
  await panel(desk).getByRole('button', { name: 'Try again' }).click();
  await box(desk, knife.description).first().waitFor();
  expect(await accessibilityFaults(desk.page)).toEqual([]);
  const width = await desk.page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  await desk.reset.click();
  await panel(desk).waitFor({ state: 'detached' });
});
