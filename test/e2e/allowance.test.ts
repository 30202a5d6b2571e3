import { expect } from 'vitest';

import { streamed } from '#provider/completion-steps.ts';

import { accessibilityFaults } from './harness/axe.ts';
import { journeyOn } from './harness/journey.ts';
import { startModelServer } from './harness/model-server.ts';
import { sampleAnswer, sampleContent, sampleLinks } from './harness/sample.ts';

const limits = { WORKSPACE: 'own', LIMIT_GENERATIONS_PER_DAY: '1', LIMIT_GENERATIONS_PER_MINUTE: '0' };
const test = journeyOn(() => startModelServer(streamed(sampleAnswer), limits));

test('a result says how much of the allowance it used; at the limit the page says until when it lasts and what to do', async ({
  server,
  open,
}) => {
  const app = await open({ links: sampleLinks, timezoneId: 'Europe/Berlin' });
  const says = (words: string | RegExp) => app.page.getByText(words).waitFor();
  const prepare = async () => {
    for (const { description } of sampleLinks) await app.tick(description);
    await app.content.fill(sampleContent);
  };
  await says('1 generation left today');
  await prepare();
  await app.generate.click();
  await app.waitForResult();
  // Only who pays with an own key sees what a generation cost.
  await app.button('Export').click();
  await app.dialog.getByText('Plain text', { exact: true }).waitFor();
  expect(await app.page.getByText('tokens').count()).toBe(0);
  await app.page.keyboard.press('Escape');

  await app.page
    .locator('.allowance-notice')
    .getByText('You have used your free generations for today.')
    .waitFor();
  // Midnight UTC in Berlin, in winter and in summer. Before that, Berlin still has the same day.
  await says(/Back (?:today|tomorrow) at 0[12]:00, your time\./);
  expect(await accessibilityFaults(app.page)).toEqual([]);
  await app.reset.click();
  await prepare();
  await app.generate.click();
  expect(await app.takeAlert()).toContain('Today’s free generation is used up.');
  await app.takeFaults(/429/);
  expect(server.provider.calls).toHaveLength(1);

  await app.button('Use your own key').click();
  await app.dialog.getByRole('heading', { name: 'Your own key' }).waitFor();
  await app.page.keyboard.press('Escape');
  await app.button('Use the built-in writer').click();
  await says(/Using the built-in writer. The AI model is back/);
  // The pressed button is gone. The control that replaces it gets the focus.
  await app.page.locator(':focus', { hasText: 'Stop using it' }).waitFor();
  await app.generate.click();
  await app.waitForResult();
  expect(server.provider.calls).toHaveLength(1);
  expect(await accessibilityFaults(app.page)).toEqual([]);
});
