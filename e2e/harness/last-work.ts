import { expect } from 'vitest';

import type { AppPage } from './app-page.ts';
import { sampleContent, sampleLinks } from './sample.ts';

export const restore = (app: AppPage) => app.button('Restore your last text');
export const stored = (app: AppPage) => app.page.evaluate(() => localStorage.getItem('lastWork'));
export const ticked = (app: AppPage) =>
  app.page.getByRole('checkbox', { checked: true, includeHidden: true });

/** Fills in the sample content, and ticks its links. */
export async function makeReady(app: AppPage): Promise<void> {
  await app.content.fill(sampleContent);
  for (const { description } of sampleLinks) await app.tick(description);
}

/** Waits until the page has this content and so many ticks. */
export async function expectWork(
  app: AppPage,
  content = sampleContent,
  links: number = sampleLinks.length,
): Promise<void> {
  await expect.poll(() => app.content.inputValue()).toBe(content);
  await expect.poll(() => ticked(app).count()).toBe(links);
}

/** Reloads the page, which starts empty, and restores with one click. */
export async function comeBack(app: AppPage): Promise<void> {
  await app.page.reload();
  await restore(app).waitFor();
  expect(await app.content.inputValue()).toBe('');
  expect(await app.button('Copy').count()).toBe(0);
  await restore(app).click();
  await restore(app).waitFor({ state: 'detached' });
}
