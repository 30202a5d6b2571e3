import { expect } from 'vitest';

import { streamed } from '#provider/completion-steps.ts';

import type { AppPage } from './harness/app-page.ts';
import { accessibilityFaults } from './harness/axe.ts';
import { journeyOn } from './harness/journey.ts';
import { startModelServer } from './harness/model-server.ts';
import { sampleAnswer, sampleContent, sampleLinks } from './harness/sample.ts';

const test = journeyOn(() => startModelServer(streamed(sampleAnswer)));

const [knife, board] = sampleLinks;
const links = [{ ...knife, description: `${knife.description} anchor: "a knife for life" #kitchen` }, board];
const style = 'friendly, second person, British spelling';
const isOff = async ({ generate }: AppPage) => (await generate.getAttribute('aria-disabled')) === 'true';

test('instructions and a wished anchor reach the model; Reset clears the instructions, and Undo and a reload bring them back', async ({
  server,
  open,
}) => {
  const app = await open({ links });
  const { page, button } = app;
  const field = page.getByRole('textbox', { name: 'Instructions' });
  const row = page.getByRole('listitem').filter({ hasText: knife.description });
  await expect.poll(() => row.innerText()).toContain('Anchor: a knife for life');
  await app.tick(knife.description);
  await app.tick(board.description);
  await app.content.fill(sampleContent);

  await button('Add instructions').click();
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('x'.repeat(301));
  await expect.poll(() => isOff(app)).toBe(true);
  await page.getByText('Shorten your instructions to at most 300 characters.').waitFor();
  await field.fill(style);
  await page.getByText(`${style.length} of 300`).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await app.generate.click();
  await app.waitForResult();
  const prompt = JSON.stringify(server.provider.calls.at(-1)?.body);
  expect(prompt).toContain(style);
  expect(prompt).toContain(String.raw`anchor: \"a knife for life\"`);
  expect(prompt).not.toContain('kitchen |');

  // Other instructions are another order, and the same ones are the shown result.
  await expect.poll(() => isOff(app)).toBe(true);
  await app.content.click();
  await field.fill('formal');
  await expect.poll(() => isOff(app)).toBe(false);
  await field.fill(`${style} `);
  await expect.poll(() => isOff(app)).toBe(true);

  await app.reset.click();
  await button('Add instructions').waitFor();
  await button('Everything cleared. Undo').click();
  await button('Show your links').waitFor();
  await expect.poll(() => isOff(app)).toBe(true);
  await app.content.click();
  await button('Instructions').click();
  await expect.poll(() => field.inputValue()).toBe(`${style} `);
  await page.reload();
  await button('Restore your last text').click();
  await app.content.click();
  await page.getByText(style).waitFor();
  await expect.poll(() => app.content.inputValue()).toBe(sampleContent);
});
