import { expect } from 'vitest';

import type { GenerationEvent } from '#contract/generations.ts';
import type { Edit } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';

import { journeyOn } from './harness/journey.ts';
import { sampleContent, sampleLinks } from './harness/sample.ts';
import { startScriptedServer } from './harness/scripted-server.ts';
import { textOf } from './harness/version-text.ts';
import type { AppPage } from './harness/app-page.ts';

const test = journeyOn(async () => {
  const server = await startScriptedServer();
  await server.saveLinks(sampleLinks);
  return server;
}).extend('ready', ({ server, cleanApp: app }) => async (content = sampleContent): Promise<AppPage> => {
  for (const { description } of sampleLinks) await app.tick(description);
  await app.paste(content);
  await expect.poll(() => app.generate.getAttribute('aria-disabled')).toBeNull();
  server.awaitNext();
  await app.generate.click();
  return app;
});

const [knife, board] = sampleLinks;
const knifeText = ` A [[santoku knife]]((${knife.url})) does it.`;

/** Returns an insertion after a passage of the content. */
function insertion(content: string, behind: string, text: string): Edit {
  const start = content.indexOf(behind) + behind.length;
  return { id: `at ${start}`, start, end: start, text, by: 'model' };
}

const begin = (version: VersionName) => ({ type: 'version-start', version }) as const;
const end = (version: VersionName) => ({ type: 'version-end', version }) as const;
const versionEdit = (version: VersionName, edit: Edit) => ({ type: 'version-edit', version, edit }) as const;

const reading = (app: AppPage) => app.page.locator('.reading');
/** Searches by attribute, because a search over all text of a long page is slow. */
const added = (app: AppPage, words: string) => reading(app).locator('[data-edit]', { hasText: words });
const wordsOf = async (app: AppPage) => flat(await textOf(app));
const flat = (text: string) => text.split(/\s+/u).join(' ');

test('the text is there from the start, each edit appears at its place, and the links are counted', async ({
  server,
  ready,
}) => {
  const app = await ready();
  await app.page.getByText('Weaving your links in').waitFor();
  await expect.poll(() => wordsOf(app)).toBe(flat(sampleContent));
  await server.send(begin('safe'));
  await app.page.getByText('0 of 2 links woven so far').waitFor();
  expect(await wordsOf(app)).toBe(flat(sampleContent));
  await server.send(versionEdit('safe', insertion(sampleContent, 'any recipe.', knifeText)));
  await app.page.getByText('1 of 2 links woven so far').waitFor();
  expect(await wordsOf(app)).toBe(
    flat(sampleContent.replace('any recipe.', 'any recipe. A santoku knife does it.')),
  );
  await server.send(
    versionEdit('safe', insertion(sampleContent, 'rice is on.', ` On an [[oak board]]((${board.url})).`)),
  );
  await app.page.getByText('2 of 2 links woven so far').waitFor();
  expect(await wordsOf(app)).toContain('rice is on. On an oak board. A sharp knife');
  expect(await reading(app).locator('.thread').allInnerTexts()).toEqual(['oak board', 'santoku knife']);
  expect(await app.anchors()).toEqual([]);
  await app.stop.click();
});

test('if versions arrive in parallel, the first one is shown until it ends', async ({ server, ready }) => {
  const app = await ready();
  const behind = (passage: string, text: string) => insertion(sampleContent, passage, text);
  await server.send(
    begin('safe'),
    begin('exploratory'),
    versionEdit('exploratory', behind('came late.', ' Exploring.')),
    versionEdit('safe', behind('came late.', ' Safely.')),
  );
  await app.page.getByText('Writing Safe').waitFor();
  await expect.poll(() => wordsOf(app)).toContain('came late. Safely.');
  await server.send(versionEdit('exploratory', behind('a fight,', ' Further,')), end('safe'));
  await app.page.getByText('Writing Exploratory').waitFor();
  expect(await wordsOf(app)).toMatch(/came late\. Exploring\..*a fight, Further,/u);
  await app.stop.click();
});

test('before the edits of a version arrive, all at once, the page shows its text, the progress and Stop', async ({
  server,
  ready,
}) => {
  const app = await ready();
  await server.send(
    begin('safe'),
    versionEdit('safe', insertion(sampleContent, 'any recipe.', knifeText)),
    end('safe'),
    begin('exploratory'),
  );
  await app.page.getByText('Writing Exploratory').waitFor();
  await app.page.getByText('0 of 2 links woven so far').waitFor();
  await app.page.getByRole('img', { name: 'Generating' }).waitFor();
  expect(await wordsOf(app)).toBe(flat(sampleContent));
  await server.send(
    versionEdit(
      'exploratory',
      insertion(sampleContent, 'rice is on.', ` On an [[oak board]]((${board.url})).`),
    ),
    versionEdit('exploratory', insertion(sampleContent, 'any recipe.', knifeText)),
    end('exploratory'),
    begin('experimental'),
  );
  await app.page.getByText('Writing Experimental').waitFor();
  expect(await wordsOf(app)).toBe(flat(sampleContent));
  await app.stop.click();
  await app.page.getByText('2 of 3 versions were finished. You stopped the generation.').waitFor();
});

test("a link around the author's own words is drawn around them during the stream", async ({
  server,
  ready,
}) => {
  const app = await ready();
  const start = sampleContent.indexOf('sharp knife');
  const text = `[[sharp knife]]((${knife.url}))`;
  const laid: Edit = { id: 'laid', start, end: start + 'sharp knife'.length, text, by: 'model' };
  await server.send(begin('safe'), versionEdit('safe', laid));
  await app.page.getByText('1 of 2 links woven so far').waitFor();
  expect(await wordsOf(app)).toBe(flat(sampleContent));
  expect(await reading(app).locator('.thread').allInnerTexts()).toEqual(['sharp knife']);
  await app.stop.click();
});

const paragraphs = Array.from(
  { length: 500 },
  (_, index) => `Paragraph ${index}. ${'We do so. '.repeat(13)}`,
);
const long = paragraphs.join('\n\n');

test('the view follows the newest edit, but not after the reader has scrolled', async ({ server, ready }) => {
  const app = await ready(long);
  const view = app.page.getByRole('tabpanel');
  const isSeen = (passage: string) =>
    added(app, passage).evaluate((edit) => {
      const { top, bottom } = edit.getBoundingClientRect();
      const seen = edit.closest('[role=tabpanel]')?.getBoundingClientRect();
      return seen !== undefined && top > seen.top && bottom < seen.bottom;
    });
  const sendAfter = (number: number) =>
    server.send(versionEdit('safe', insertion(long, `Paragraph ${number}.`, ` Added ${number}.`)));
  await server.send(begin('safe'));
  await sendAfter(200);
  await expect.poll(() => isSeen('Added 200.')).toBe(true);
  await sendAfter(400);
  await expect.poll(() => isSeen('Added 400.')).toBe(true);

  await view.hover();
  await app.page.mouse.wheel(0, -4000);
  await expect.poll(() => isSeen('Added 400.')).toBe(false);
  const place = await view.evaluate((element) => element.scrollTop);
  await sendAfter(401);
  await added(app, 'Added 401.').waitFor({ state: 'attached' });
  await sendAfter(480);
  await added(app, 'Added 480.').waitFor({ state: 'attached' });
  expect(await view.evaluate((element) => element.scrollTop)).toBe(place);
  await app.stop.click();
});

test('in 20,000 words an edit redraws only its own paragraph', async ({ server, ready }) => {
  const app = await ready(long);
  await server.send(begin('safe'), versionEdit('safe', insertion(long, 'Paragraph 3.', ' First.')));
  await added(app, 'First.').waitFor();
  const touched = await app.page.evaluateHandle(() => {
    const lines = new Set<string>();
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        lines.add(element?.closest('.woven-line, .reading')?.textContent.slice(0, 14) ?? '');
      }
    }).observe(document.querySelector('.reading') ?? document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    return lines;
  });
  for (let number = 10; number < 500; number += 20)
    await server.send(versionEdit('safe', insertion(long, `Paragraph ${number}.`, ` Added ${number}.`)));
  await added(app, 'Added 490.').waitFor({ state: 'attached' });
  expect(await touched.evaluate((lines) => [...lines].sort())).toEqual(
    Array.from({ length: 25 }, (_, index) => `Paragraph ${10 + index * 20}. `.slice(0, 14)).sort(),
  );
  await app.stop.click();
});

test('a complete version stays with its edits when the server disappears', async ({ server, ready }) => {
  const app = await ready();
  const edit = insertion(sampleContent, 'any recipe.', knifeText);
  const events: readonly GenerationEvent[] = versionNames.flatMap((version) => [
    begin(version),
    versionEdit(version, edit),
  ]);
  await server.send(...events, end('safe'));
  await app.page.getByText('1 of 3 versions done').waitFor();
  server.cut();
  await app.takeAlert();
  await app.page.getByText('1 of 3 versions was finished.').waitFor();
  expect((await app.anchors()).map(({ href }) => href)).toEqual([knife.url]);
  expect(await reading(app).locator('[data-edit]').count()).toBe(1);
  await app.tab('Exploratory').click();
  await app.page.getByText('This version was not finished').waitFor();
  await app.takeFaults(/Failed to load resource|ERR_/);
});
