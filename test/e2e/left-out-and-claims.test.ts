import { expect } from 'vitest';

import { streamed } from '#provider/completion-steps.ts';

import { accessibilityFaults, colorFaults } from './harness/axe.ts';
import { journeyOn } from './harness/journey.ts';
import { startModelServer } from './harness/model-server.ts';
import { sampleContent, sampleLinks } from './harness/sample.ts';
import { textOf } from './harness/version-text.ts';
import type { AppPage } from './harness/app-page.ts';

const [knife, board] = sampleLinks;
/** Longer than the view. */
const content = `${sampleContent}\n\n${'The rest of the year went by in the kitchen. '.repeat(30).trim()}`;

const skip = `SKIP ${board.url}: The text is about cooking.`;
/** Its only link claims something in exploratory, because safe refuses that. The other link is left out everywhere. */
const answer = `VERSION: SAFE
INSERT 7: A [[santoku knife]]((${knife.url})) is sharp enough for both.
${skip}
VERSION: INTERESTING
INSERT 7: I have had this [[santoku knife]]((${knife.url})) for ten years.
${skip}
VERSION: CRAZY
INSERT 7: A [[santoku knife]]((${knife.url})) did that.
${skip}
`;

const test = journeyOn(async () => {
  const server = await startModelServer(streamed(answer));
  await server.saveLinks(sampleLinks);
  return server;
}).extend('app', async ({ cleanApp: app }): Promise<AppPage> => {
  for (const { description } of sampleLinks) await app.tick(description);
  await app.content.fill(content);
  await app.generate.click();
  await app.button('Next link').first().waitFor();
  await app.tab('Exploratory').click();
  return app;
});

test('a link that was left out is named in the report with its reason; one press adds it, and Undo takes it back', async ({
  app,
}) => {
  const { page } = app;
  const before = await textOf(app);
  const report = app.button(/^Report: 1 of 2 links added · 1 left out · /u);
  const place = app.button(`Add it anyway: ${board.description}`);
  await report.click();
  await page.getByText('The text is about cooking').waitFor();
  expect(await page.getByText('missing').count()).toBe(0);

  await place.click();
  const added = new RegExp(`\\s+[^.\n]*${board.description}\\.?`, 'u');
  await expect.poll(() => textOf(app)).toMatch(added);
  expect((await textOf(app)).replace(added, '')).toBe(before);
  await page.getByText(/^2 links added · .*1 link per/u).waitFor();
  await place.waitFor({ state: 'detached' });
  await page.getByRole('toolbar', { name: `Change “${board.description}”` }).waitFor();

  await app.button('Undo').click();
  await expect.poll(() => textOf(app)).toBe(before);
  await report.waitFor();
});

test('a claim is marked in the text and in the report, also for the keyboard, and is not copied', async ({
  app,
}) => {
  const { page } = app;
  const mark = page.locator('.claim-mark');
  expect(await mark.count()).toBe(1);
  const tools = page.getByRole('toolbar', { name: `Change “${knife.description}”` });
  await mark.press('Enter');
  await tools.getByText(/^Check this claim: “I have had this .*” \(about you\)$/u).waitFor();
  expect(await page.locator(':focus').innerText()).toBe('Previous link');
  await page.keyboard.press('Escape');
  await tools.waitFor({ state: 'detached' });
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colorFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(Object.values(await app.copy()).join(' ')).not.toContain('Check this claim');

  // The claim in the report leads to it, and the band does not cover it.
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 500 });
  await app.button(/^Report: .*1 claim to check/u).click();
  await page.locator('.report-claim').click();
  const edgeOf = (part: string, edge: 'top' | 'bottom') =>
    page.locator(part).evaluate((element, side) => element.getBoundingClientRect()[side], edge);
  await expect
    .poll(async () => (await edgeOf('.edit', 'top')) - (await edgeOf('.version-actions', 'bottom')))
    .toBeGreaterThan(0);
  if (usual !== null) await page.setViewportSize(usual);
  await tools.getByRole('button', { name: 'Remove', exact: true }).click();
  await mark.waitFor({ state: 'detached' });
  expect(await page.locator('.report-claim').count()).toBe(0);
  await app.button('Undo').click();
  await mark.waitFor();
});
