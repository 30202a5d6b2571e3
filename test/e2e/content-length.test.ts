import { expect } from 'vitest';

import { accessibilityFaults } from './harness/axe.ts';
import { journeyOn } from './harness/journey.ts';
import { sampleLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import type { AppPage } from './harness/app-page.ts';

const test = journeyOn(() => startServer({ MAX_CONTENT_CHARS: '1000' }));
const [knife] = sampleLinks;
const fiftyMegabytes = 50 * 1024 * 1024;
const sentence = 'A sharp knife is a safe knife. ';
const textOf = (characters: number) => sentence.repeat(characters / sentence.length + 1).slice(0, characters);

/** Returns a function that returns the processor time of the page since this call, in seconds. */
async function busyTime({ page }: AppPage): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
}

test('the page warns near the content limit and refuses much longer content at once', async ({
  server,
  open,
}) => {
  await server.saveLinks([knife]);
  const app = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
  await app.tick(knife.description);
  const counter = app.page.locator('.word-count');
  const note = app.page.locator('.content-note');
  const spoken = app.page.getByRole('status');

  await app.content.fill(textOf(700));
  await expect.poll(() => counter.textContent()).toBe('159 words');
  await app.content.fill(textOf(850));
  await expect.poll(() => counter.textContent()).toBe('850 of 1,000 characters');
  await spoken.getByText('850 of 1,000 characters').waitFor();
  await expect.poll(() => app.generate.getAttribute('aria-disabled')).not.toBe('true');

  const tooLong = textOf(1_200);
  await app.content.fill(tooLong);
  await expect.poll(() => counter.textContent()).toBe('1,200 of 1,000 characters');
  const words = '200 characters too many. Shorten your content to at most 1,000 characters.';
  await expect.poll(() => note.textContent()).toBe(words);
  await spoken.getByText(words).waitFor();
  await expect.poll(() => app.generate.getAttribute('aria-disabled')).toBe('true');
  await app.seeTooltip(app.generate, 'Shorten your content to at most 1,000 characters');
  expect(await accessibilityFaults(app.page)).toEqual([]);

  await app.page.evaluate((length) => navigator.clipboard.writeText('x'.repeat(length)), fiftyMegabytes);
  const busy = await busyTime(app);
  const rounds: number[] = [];
  // Other work of the machine only adds to the time, so the shortest one counts.
  while (rounds.length < 4 && !(Math.min(...rounds) < 1)) {
    const before = await busy();
    await app.page.keyboard.press('ControlOrMeta+V');
    await note.getByText('That text has 52,428,800 characters').waitFor();
    rounds.push((await busy()) - before);
    expect(await app.content.inputValue()).toBe(tooLong);
    // This removes the note, so that the next round waits for its own note.
    await app.content.fill(`${tooLong}.`);
    await app.content.fill(tooLong);
  }
  const taken = Math.min(...rounds);
  console.info(`content: 50 MB refused after ${Math.round(taken * 1000)} ms of work`);
  expect(taken).toBeLessThan(1);

  // `fill` replaces the content.
  await app.content.fill(textOf(150_000));
  await app.page.evaluate((text) => navigator.clipboard.writeText(text), textOf(60_000));
  await app.page.keyboard.press('ControlOrMeta+A');
  await app.page.keyboard.press('ControlOrMeta+V');
  await expect.poll(async () => (await app.content.inputValue()).length).toBe(60_000);

  await app.content.fill(textOf(900));
  await expect.poll(() => note.count()).toBe(0);
  await app.content.evaluate((field, length) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text', 'y'.repeat(length));
    field.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, fiftyMegabytes);
  await note.getByText('That text has 52,428,800 characters').waitFor();
  expect(await app.content.inputValue()).toBe(textOf(900));
  const isRefused = await app.content.evaluate((field) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['text'], 'article.txt', { type: 'text/plain' }));
    const event = { dataTransfer, bubbles: true, cancelable: true };
    const isTaken = field.dispatchEvent(new DragEvent('dragover', event));
    return !isTaken && !field.dispatchEvent(new DragEvent('drop', event));
  });
  expect(isRefused).toBe(true);
  await note.getByText('Files can’t be dropped here').waitFor();
  await expect.poll(() => app.generate.getAttribute('aria-disabled')).not.toBe('true');
});
