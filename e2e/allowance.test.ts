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
  const desk = await open({ links: sampleLinks, timezoneId: 'Europe/Berlin' });
  const says = (words: string | RegExp) => desk.page.getByText(words).waitFor();
  const prepare = async () => {
    for (const { description } of sampleLinks) await desk.tick(description);
    await desk.content.fill(sampleContent);
  };
  await says('1 generation left today');
  await prepare();
  await desk.generate.click();
  await desk.waitForResult();
  await says('This generation: 400 tokens in, 600 out, about $0.048');

  await desk.page
    .locator('.allowance-notice')
    .getByText('You have used your free generations for today.')
    .waitFor();
  // Midnight UTC is 01:00 in Berlin in winter. Before that, Berlin still has the same day.
  await says(/They are back (?:today|tomorrow) at 01:00, your time\./);
  expect(await accessibilityFaults(desk.page)).toEqual([]);
  await desk.reset.click();
  await prepare();
  await desk.generate.click();
  expect(await desk.takeAlert()).toContain('Your free generation for today is used up.');
  await desk.takeFaults(/429/);
  expect(server.provider.calls).toHaveLength(1);

  await desk.button('Use your own key').click();
  await desk.dialog.getByRole('heading', { name: 'Your own key' }).waitFor();
  await desk.page.keyboard.press('Escape');
  await desk.button('Use the built-in writer').click();
  await says(/The built-in writer writes; the AI model is back/);
  // The pressed button is gone. The focus goes to the control in its place.
  await desk.page.locator(':focus', { hasText: 'Stop using it' }).waitFor();
  await desk.generate.click();
  await desk.waitForResult();
  expect(await desk.page.getByText(/This generation:/).count()).toBe(0);
  expect(server.provider.calls).toHaveLength(1);
  expect(await accessibilityFaults(desk.page)).toEqual([]);
});
