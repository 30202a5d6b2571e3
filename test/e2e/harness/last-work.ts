import { expect } from 'vitest';

import type { AppPage } from './app-page.ts';
import type { ModelServer } from './model-server.ts';
import { sampleContent, sampleLinks } from './sample.ts';

export const restore = (app: AppPage) => app.button('Restore your last text');
type StoredText = { id: string; kind: string; at: number; content: string; ordered?: unknown };

/** Returns the stored texts, the latest first. */
export async function stored(app: AppPage): Promise<string[]> {
  return (await storedTexts(app)).map(({ content }) => content);
}

/** Returns the stored texts with a generation that was running. */
export async function storedOrders(app: AppPage): Promise<string[]> {
  return (await storedTexts(app)).flatMap(({ content, ordered }) => (ordered === undefined ? [] : [content]));
}

async function storedTexts(app: AppPage): Promise<StoredText[]> {
  const all = await app.page.evaluate(async () => {
    const names = new Set((await indexedDB.databases()).map(({ name }) => name));
    const inDatabase = await new Promise<StoredText[]>((resolve) => {
      // Opening would create the database.
      if (!names.has('linkweft-results')) return resolve([]);
      const opening = indexedDB.open('linkweft-results');
      opening.addEventListener('success', () => {
        const reading = opening.result.transaction('works').objectStore('works').getAll();
        opening.result.close();
        reading.addEventListener('success', () => resolve(reading.result));
      });
    });
    const inStorage = Object.entries(localStorage).flatMap(([key, value]): StoredText[] =>
      key.startsWith('work:') ? [JSON.parse(String(value))] : [],
    );
    return [...inDatabase, ...inStorage].filter(({ kind }) => kind === 'last');
  });
  const states = new Map(all.toSorted((one, other) => one.at - other.at).map((text) => [text.id, text]));
  return [...states.values()].toSorted((one, other) => other.at - one.at);
}

/** The ticked links, also those of a folded list. The box that selects all of them is not one. */
export const ticked = (app: AppPage) => app.page.locator('.link-row input:checked');

/** Fills in the sample content, and ticks its links. */
export async function makeReady(app: AppPage): Promise<void> {
  await app.content.fill(sampleContent);
  for (const { description } of sampleLinks) await app.tick(description);
}

/** Does the same, and generates the versions. */
export async function makeResult(app: AppPage): Promise<void> {
  await makeReady(app);
  await app.generate.click();
  await app.waitForResult();
}

/** Starts a generation, and waits until the provider is called. Returns the index of the call. */
export async function startCall(app: AppPage, { provider }: ModelServer): Promise<number> {
  const before = provider.calls.length;
  await app.generate.click();
  await expect.poll(() => provider.calls.length).toBe(before + 1);
  return before;
}

/** Waits until the page has this content and this number of ticks. */
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
