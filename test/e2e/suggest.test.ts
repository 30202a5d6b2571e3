import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

import { accessibilityFaults } from './harness/axe.ts';
import { refreshLinks } from './harness/events.ts';
import { journeyOn } from './harness/journey.ts';
import { sampleContent, sampleLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import type { AppPage } from './harness/app-page.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own' }));
const [knife, board] = sampleLinks;
const hose = { url: 'https://garden.example/hose', description: 'Garden hose with a spray nozzle' };
const cooker = { url: 'https://clean.example/', description: 'Rice cooker with a timer for kitchens' };

const heading = (app: AppPage, name: string) => app.page.getByRole('heading', { name, exact: true });
const panel = (app: AppPage) => app.page.locator('.suggest-panel');
const box = (app: AppPage, name: string) => panel(app).getByRole('checkbox', { name });
const selectedText = (app: AppPage) =>
  app.content.evaluate((field) =>
    field instanceof HTMLTextAreaElement ? field.value.slice(field.selectionStart, field.selectionEnd) : '',
  );
const focused = (app: AppPage) => app.page.evaluate(() => document.activeElement?.textContent);
const lookOf = (text: Locator) =>
  text.evaluate((element) => {
    const { color, fontFamily, fontSize } = getComputedStyle(element);
    return { color, fontFamily, fontSize };
  });

test('fitting links are offered with their passages, and only the user ticks them', async ({ app }) => {
  await app.seeTooltip(app.button('Suggest links'), 'Add some content to see which of your links fit');
  await app.content.fill(sampleContent);
  await app.button('Suggest links').click();
  await heading(app, 'No links saved yet').waitFor();
  await app.saveLinks([knife, hose, cooker, board]);
  await refreshLinks(app.page);
  await app.rows.first().waitFor();
  await heading(app, '2 links fit this text').waitFor();
  await app.button('Close suggestions').click();
  await expect.poll(() => focused(app)).toBe('Suggest links');
  await app.button('Suggest links').press('Enter');
  await heading(app, '2 links fit this text').waitFor();
  await expect.poll(() => focused(app)).toBe('2 links fit this text');
  await app.page.getByRole('status').getByText('2 links fit this text').waitFor();
  // The board has only a word in common with the text: it stands apart, and Select all leaves it out.
  await heading(app, '1 possible match').waitFor();
  await expect.poll(() => panel(app).getByRole('checkbox').count()).toBe(3);
  await expect.poll(() => panel(app).getByRole('checkbox', { checked: true }).count()).toBe(0);
  expect(await accessibilityFaults(app.page)).toEqual([]);

  await box(app, knife.description).check();
  const row = app.page.locator('.links-panel').getByRole('checkbox', { name: knife.description });
  await expect.poll(() => row.isChecked()).toBe(true);
  await row.uncheck();
  await expect.poll(() => box(app, knife.description).isChecked()).toBe(false);
  await app.button('Select all of these').click();
  await app.button('All selected').waitFor();
  expect(await box(app, board.description).isChecked()).toBe(false);
  await expect.poll(() => panel(app).getByRole('checkbox', { checked: true }).count()).toBe(2);

  await panel(app)
    .getByRole('button', { name: /Show in your text: .*sharp knife/ })
    .click();
  await expect.poll(() => selectedText(app)).toMatch(/^(?:A sharp knife|Onions stopped)/);

  await app.content.press('ControlOrMeta+Home');
  await app.page.keyboard.type('My garden hose leaks. ');
  await app.page.getByText('You’ve edited your text since').waitFor();
  await panel(app)
    .getByRole('button', { name: /Show in your text: .*sharp knife/ })
    .click();
  await expect.poll(() => selectedText(app)).toMatch(/^(?:A sharp knife|Onions stopped)/);
  await app.button('Suggest again').click();
  await heading(app, '3 links fit this text').waitFor();
  await box(app, hose.description).focus();
  await app.page.keyboard.press('Escape');
  await panel(app).waitFor({ state: 'detached' });
  await expect.poll(() => focused(app)).toBe('Suggest links');
});

test('two suggestions with their sentences and a third one are in sight on a small screen', async ({
  open,
}) => {
  const links = [
    knife,
    cooker,
    board,
    hose,
    { url: 'https://a.example/', description: 'Recipes for weeknights' },
  ];
  const app = await open({ links, viewport: { width: 1280, height: 720 } });
  await app.content.fill(`My garden hose leaks. ${sampleContent}`);
  let asked = 0;
  app.page.on('request', (request) => {
    if (request.url().endsWith('/api/suggestions')) asked += 1;
  });
  await app.button('Suggest links').click();
  await heading(app, '3 links fit this text').waitFor();
  // Before there is a result, they stand in its place.
  await app.page.getByRole('tabpanel').locator('.suggest-panel').waitFor();
  const hint = app.page.getByText(/^Tick the links to add, paste your content/);
  expect(await lookOf(hint)).toEqual(await lookOf(panel(app).getByText('From your 5 links')));
  // A change of the tab moves the focus, and asks the server nothing again.
  await app.tab('Safe').focus();
  await app.page.keyboard.press('ArrowRight');
  await app.page.keyboard.press('ArrowRight');
  await expect.poll(() => focused(app)).toBe('Experimental');
  expect(asked).toBe(1);
  const sentences = panel(app).getByRole('button', { name: /^Show in your text/ });
  await expect.poll(() => sentences.count()).toBeGreaterThan(3);
  const bottom = await panel(app).evaluate((element) => element.getBoundingClientRect().bottom);
  const second = await sentences.nth(1).boundingBox();
  expect((second?.y ?? 0) + (second?.height ?? 0)).toBeLessThanOrEqual(bottom);
  const third = await panel(app).getByRole('checkbox').nth(2).boundingBox();
  expect((third?.y ?? 0) + (third?.height ?? 0)).toBeLessThanOrEqual(bottom);
});

test('on a phone, without a network and without a fitting link, the page says what to do', async ({
  open,
}) => {
  const app = await open({ links: [knife], viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await app.content.fill('The orchestra played Mahler until midnight.');
  await app.button('Suggest links').click();
  await heading(app, 'Nothing in your text matches').waitFor();

  await app.content.fill(sampleContent);
  await app.page.context().setOffline(true);
  await app.button('Suggest again').click();
  await panel(app).getByRole('alert').getByText('so no links can be suggested').waitFor();
  await app.page.context().setOffline(false);
  await app.takeFaults(/ERR_INTERNET_DISCONNECTED/);
  // The page asks again by itself.
  await box(app, knife.description).first().waitFor();
  expect(await accessibilityFaults(app.page)).toEqual([]);
  const width = await app.page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  await app.reset.click();
  await panel(app).waitFor({ state: 'detached' });
});
