import { expect } from 'vitest';

import { streamed } from '#provider/completion-steps.ts';

import type { AppPage } from './harness/app-page.ts';
import { accessibilityFaults } from './harness/axe.ts';
import { journeyOn } from './harness/journey.ts';
import { ticked } from './harness/last-work.ts';
import { startModelServer } from './harness/model-server.ts';
import { sampleAnswer, sampleContent, sampleLinks } from './harness/sample.ts';
import { secondTab } from './harness/tabs.ts';
import { pressWords, textOf } from './harness/version-text.ts';
import { closeData, confirmDeleteAll, openData } from './harness/your-data.ts';

const test = journeyOn(() => startModelServer(streamed(sampleAnswer), { WORKSPACE: 'own' }));

const [knife] = sampleLinks;
const hostile = `<img src=x onerror=alert(1)> ${sampleContent}`;
const results = (app: AppPage) =>
  app.dialog.getByRole('list', { name: 'Kept results' }).getByRole('listitem');
const keep = (app: AppPage) => app.dialog.getByLabel('Keep my results on this device');

async function openResults(app: AppPage, count: number): Promise<void> {
  await app.openDialog(app.button('Your data'));
  await app.dialog.getByRole('tab', { name: 'Results' }).click();
  await expect.poll(() => results(app).count()).toBe(count);
}

async function weave(app: AppPage, content: string): Promise<void> {
  await app.content.fill(content);
  await app.generate.click();
  await app.waitForResult();
}

test('kept results come back with text, ticks and changes, are found by words and by link, and are forgotten', async ({
  open,
}) => {
  const app = await open({ links: sampleLinks });
  for (const { description } of sampleLinks) await app.tick(description);
  await weave(app, sampleContent);
  await openResults(app, 0);
  await keep(app).check();
  await expect.poll(() => results(app).count()).toBe(1);
  await closeData(app);
  await pressWords(app, 'Cooking begins');
  await app.page.getByRole('toolbar').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => textOf(app)).not.toContain('Cooking begins');
  const edited = await textOf(app);
  await weave(app, hostile);
  // The list shows a result when it is stored.
  await openResults(app, 2);
  await results(app).nth(1).getByText('with your changes').waitFor();
  await closeData(app);

  // The next visit has other ticks and another text.
  await app.page.reload();
  await app.content.fill('Other words.');
  await app.button(`Delete ${sampleLinks[1].description}`).waitFor();
  await app.page.getByRole('checkbox', { name: knife.description }).uncheck();
  await openResults(app, 2);
  expect(await accessibilityFaults(app.page)).toEqual([]);
  expect(await results(app).first().innerText()).toContain('<img src=x onerror=alert(1)>');
  await app.dialog.getByLabel('Search in texts and links').fill('onerror');
  await app.dialog.getByText('1 of 2 results').waitFor();
  await app.dialog.getByLabel('Search in texts and links').fill('');
  await results(app).nth(1).getByText('with your changes').waitFor();
  await results(app)
    .nth(1)
    .getByRole('button', { name: /^Restore/ })
    .click();
  await expect.poll(() => app.content.inputValue()).toBe(sampleContent);
  await expect.poll(() => ticked(app).count()).toBe(2);
  await expect.poll(() => textOf(app)).toBe(edited);
  await app.button('Your text is back. It replaced what was here. Undo').click();
  await expect.poll(() => app.content.inputValue()).toBe('Other words.');
  await expect.poll(() => ticked(app).count()).toBe(1);

  await app.openDialog(app.button(`Edit ${knife.description}`));
  await app.dialog.getByRole('button', { name: 'Used in 2 kept results' }).click();
  await app.dialog.getByText(`With the link ${knife.description}`).waitFor();
  await results(app)
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect.poll(() => results(app).count()).toBe(1);
  await app.page.keyboard.press('Enter');
  await expect.poll(() => results(app).count()).toBe(2);
  await results(app)
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect.poll(() => results(app).count()).toBe(1);
  await closeData(app);

  const other = await secondTab(app);
  await openResults(other, 1);
  await keep(other).uncheck();
  await other.dialog.getByText('New results are no longer kept.').waitFor();
  expect(await accessibilityFaults(other.page)).toEqual([]);
  await other.dialog.getByRole('button', { name: 'Keep it' }).click();
  await closeData(other);
  await openData(other);
  await confirmDeleteAll(other);
  await other.dialog.getByText('There is nothing to delete.').waitFor();
  await closeData(other);
  await openResults(app, 0);
  expect(await keep(app).isChecked()).toBe(false);
});

test('what an earlier version of the page stored comes back', async ({ open }) => {
  const app = await open({ links: sampleLinks });
  for (const { description } of sampleLinks) await app.tick(description);
  await weave(app, sampleContent);
  await openResults(app, 0);
  await keep(app).check();
  await expect.poll(() => results(app).count()).toBe(1);
  await closeData(app);
  await app.reset.click();
  await app.page.evaluate(storeLikeEarlierPage);
  await app.page.reload();
  await app.button('Restore your last text').click();
  await expect.poll(() => app.content.inputValue()).toBe('Old words.');
  await openResults(app, 1);
  await app.dialog.getByText('1 more can’t be shown').waitFor();
  await results(app)
    .getByRole('button', { name: /^Restore/ })
    .click();
  await expect.poll(() => app.content.inputValue()).toBe(sampleContent);
  await expect.poll(() => textOf(app)).toContain('Cooking begins');
  expect(await app.page.evaluate(() => localStorage.getItem('lastWork'))).toBeNull();
});

/** Replaces the database by one of the first version, with the kept result and a damaged one. Runs in the page. */
async function storeLikeEarlierPage(): Promise<void> {
  const ended = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('The database failed.')));
    });
  const now = await ended(indexedDB.open('linkweft-results'));
  const works: { kind: string }[] = await ended(now.transaction('works').objectStore('works').getAll());
  now.close();
  await ended(indexedDB.deleteDatabase('linkweft-results'));
  const opening = indexedDB.open('linkweft-results', 1);
  opening.addEventListener('upgradeneeded', () =>
    opening.result.createObjectStore('results', { keyPath: 'id' }),
  );
  const before = await ended(opening);
  const store = before.transaction('results', 'readwrite').objectStore('results');
  const kept = works.filter(({ kind }) => kind === 'kept');
  await Promise.all(
    kept.map(({ kind: _kind, ...work }) => ended(store.put({ ...work, finishedAt: Date.now() }))),
  );
  await ended(store.put({ id: 'damaged', shown: 1 }));
  before.close();
  const text = { content: 'Old words.', linkIds: [], instructions: '', shown: null, changes: {} };
  localStorage.setItem('lastWork', JSON.stringify({ ...text, id: 'old', earlier: [] }));
}
