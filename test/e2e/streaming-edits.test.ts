import { expect } from 'vitest';

import type { GenerationEvent } from '#contract/generation-events.ts';
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
const wordsOf = async (app: AppPage) => flat(await textOf(app));
const flat = (text: string) => text.split(/\s+/u).join(' ');

test('the text is there from the start and does not move; the links are counted, and a whole version takes its place', async ({
  server,
  ready,
}) => {
  const app = await ready();
  await app.page.getByText('Please be patient').waitFor();
  await expect.poll(() => wordsOf(app)).toBe(flat(sampleContent));
  await server.send(begin('safe'));
  await app.page.getByText('0 of 2 links added').waitFor();
  await server.send(versionEdit('safe', insertion(sampleContent, 'any recipe.', knifeText)));
  await app.page.getByText('1 of 2 links added').waitFor();
  expect(await wordsOf(app)).toBe(flat(sampleContent));
  await server.send(
    versionEdit('safe', insertion(sampleContent, 'rice is on.', ` On an [[oak board]]((${board.url})).`)),
  );
  await app.page.getByText('2 of 2 links added').waitFor();
  expect(await wordsOf(app)).toBe(flat(sampleContent));
  await server.send(end('safe'));
  await expect.poll(() => wordsOf(app)).toContain('rice is on. On an oak board. A sharp knife');
  expect(await wordsOf(app)).toContain('any recipe. A santoku knife does it.');
  expect(await reading(app).locator('.thread').allInnerTexts()).toEqual(['oak board', 'santoku knife']);
  expect(await app.anchors()).toEqual([]);
  await app.stop.click();
});

const steps = (app: AppPage) => app.page.locator('.step').allTextContents();

test('each version has its name and its state, also if versions arrive in parallel', async ({
  server,
  ready,
}) => {
  const app = await ready();
  await server.send(
    begin('safe'),
    begin('exploratory'),
    versionEdit('exploratory', insertion(sampleContent, 'came late.', ' Exploring.')),
  );
  await expect
    .poll(() => steps(app))
    .toEqual(['Safe (being written)', 'Exploratory (being written)', 'Experimental (waiting)']);
  await server.send(end('exploratory'));
  await expect
    .poll(() => steps(app))
    .toEqual(['Safe (being written)', 'Exploratory (written)', 'Experimental (waiting)']);
  expect(await wordsOf(app)).toBe(flat(sampleContent));
  await app.stop.click();
});

test('Stop keeps a finished version, and what had been written of another one can be read', async ({
  server,
  ready,
}) => {
  const app = await ready();
  await server.send(
    begin('safe'),
    versionEdit('safe', insertion(sampleContent, 'any recipe.', knifeText)),
    end('safe'),
    begin('exploratory'),
    versionEdit('exploratory', insertion(sampleContent, 'came late.', ' Exploring.')),
  );
  await expect.poll(() => steps(app)).toContain('Exploratory (being written)');
  await expect.poll(() => wordsOf(app)).toContain('A santoku knife does it.');
  await app.stop.click();
  await app.page.getByText('One version is ready. Stopped.').waitFor();
  expect((await app.copy()).plain).toContain('santoku knife');
  await app.tab('Exploratory').click();
  await app.page.getByText('This version isn’t finished. Generate again to get all three.').waitFor();
  expect(await wordsOf(app)).toContain('came late. Exploring.');
  expect(await app.button('Copy').count()).toBe(0);
  await app.tab('Experimental').click();
  await app.page.getByText('This version isn’t finished.').waitFor();
  expect(await reading(app).count()).toBe(0);
});

test('Stop before the end of a version leaves its text to be read, says so, and offers to generate again', async ({
  server,
  ready,
}) => {
  const app = await ready();
  await server.send(begin('safe'), versionEdit('safe', insertion(sampleContent, 'any recipe.', knifeText)));
  await app.page.getByText('1 of 2 links added').waitFor();
  await app.stop.click();
  await app.page.getByText('Stopped. This version isn’t finished.').waitFor();
  expect(await wordsOf(app)).toContain('any recipe. A santoku knife does it.');
  expect(await app.button('Copy').count()).toBe(0);
  server.awaitNext();
  await app.button('Try again').click();
  await app.page.getByText('Please be patient').waitFor();
  // Stopped before anything has come, the text of the author stays.
  await app.stop.click();
  await app.page.getByText('Stopped. This version isn’t finished.').waitFor();
  expect(await wordsOf(app)).toBe(flat(sampleContent));
  await app.reset.click();
  await app.page.getByText(/click Generate/u).waitFor();
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
  await app.page.getByText('1 of 2 links added').waitFor();
  expect(await wordsOf(app)).toBe(flat(sampleContent));
  expect(await reading(app).locator('.thread').allInnerTexts()).toEqual(['sharp knife']);
  await app.stop.click();
});

const paragraphs = Array.from(
  { length: 500 },
  (_, index) => `Paragraph ${index}. ${'We do so. '.repeat(13)}`,
);
const long = paragraphs.join('\n\n');

test('in 20,000 words, edits that arrive draw nothing again and scroll nothing', async ({
  server,
  ready,
}) => {
  const app = await ready(long);
  await server.send(begin('safe'), versionEdit('safe', insertion(long, 'Paragraph 3.', ' First.')));
  await app.page.locator('.steps-links').waitFor();
  await app.page.mouse.wheel(0, 3000);
  await expect.poll(() => app.page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  const place = await app.page.evaluate(() => window.scrollY);
  const touched = await app.page.evaluateHandle(() => {
    const lines = new Set<string>();
    new MutationObserver((records) => {
      for (const { target } of records) lines.add(target.textContent?.slice(0, 14) ?? '');
    }).observe(document.querySelector('.reading') ?? document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    return lines;
  });
  for (let number = 10; number < 500; number += 20)
    await server.send(versionEdit('safe', insertion(long, `Paragraph ${number}.`, ` Added ${number}.`)));
  await server.send(begin('exploratory'));
  await expect.poll(() => steps(app)).toContain('Exploratory (being written)');
  expect(await touched.evaluate((lines) => [...lines])).toEqual([]);
  expect(await app.page.evaluate(() => window.scrollY)).toBe(place);
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
  await expect.poll(() => steps(app)).toContain('Safe (written)');
  server.cut();
  await app.takeAlert();
  await app.page.locator('.unfinished-notice').getByText('One version is ready.').waitFor();
  expect((await app.anchors()).map(({ href }) => href)).toEqual([knife.url]);
  expect(await reading(app).locator('[data-edit]').count()).toBe(1);
  await app.tab('Exploratory').click();
  await app.page.getByText('This version isn’t finished.').waitFor();
  await app.takeFaults(/Failed to load resource|ERR_/);
});
