import { expect } from 'vitest';

import type { GenerationEvent } from '#contract/generations.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version.ts';
import { versionNames } from '#core/edits/version.ts';

import { journeyOn } from './harness/journey.ts';
import { sampleContent, sampleLinks } from './harness/sample.ts';
import { startTellingServer } from './harness/telling-server.ts';
import type { Workbench } from './harness/workbench.ts';

const test = journeyOn(async () => {
  const server = await startTellingServer();
  await server.saveLinks(sampleLinks);
  return server;
}).extend('ready', ({ server, clearDesk: desk }) => async (content = sampleContent): Promise<Workbench> => {
  for (const { description } of sampleLinks) await desk.tick(description);
  await desk.paste(content);
  await expect.poll(() => desk.generate.getAttribute('aria-disabled')).toBeNull();
  server.awaitNext();
  await desk.generate.click();
  return desk;
});

const [knife, board] = sampleLinks;
const knifeText = ` A [[santoku knife]]((${knife.url})) does it.`;

/** An insertion behind a passage of the content. */
function insertion(content: string, behind: string, text: string): Edit {
  const start = content.indexOf(behind) + behind.length;
  return { id: `at ${start}`, start, end: start, text, by: 'model' };
}

const begin = (version: VersionName) => ({ type: 'version-start', version }) as const;
const end = (version: VersionName) => ({ type: 'version-end', version }) as const;
const tells = (version: VersionName, edit: Edit) => ({ type: 'version-edit', version, edit }) as const;

const reading = (desk: Workbench) => desk.page.locator('.reading');
/** In a long text it is found by itself: to search all of the page's words for its own takes a while. */
const added = (desk: Workbench, words: string) => reading(desk).locator('[data-edit]', { hasText: words });
const wordsOf = async (desk: Workbench) => (await reading(desk).innerText()).split(/\s+/u).join(' ');
const flat = (text: string) => text.split(/\s+/u).join(' ');

test('the text stands there from the start, each edit where it belongs, and what is woven is counted', async ({
  server,
  ready,
}) => {
  const desk = await ready();
  await desk.page.getByText('Weaving your links in').waitFor();
  await expect.poll(() => wordsOf(desk)).toBe(flat(sampleContent));
  await server.tell(begin('safe'));
  await desk.page.getByText('0 of 2 links woven so far').waitFor();
  expect(await wordsOf(desk)).toBe(flat(sampleContent));
  await server.tell(tells('safe', insertion(sampleContent, 'any recipe.', knifeText)));
  await desk.page.getByText('1 of 2 links woven so far').waitFor();
  expect(await wordsOf(desk)).toBe(
    flat(sampleContent.replace('any recipe.', 'any recipe. A santoku knife does it.')),
  );
  await server.tell(
    tells('safe', insertion(sampleContent, 'rice is on.', ` On an [[oak board]]((${board.url})).`)),
  );
  await desk.page.getByText('2 of 2 links woven so far').waitFor();
  expect(await wordsOf(desk)).toContain('rice is on. On an oak board. A sharp knife');
  expect(await reading(desk).locator('.thread').allInnerTexts()).toEqual(['oak board', 'santoku knife']);
  expect(await desk.anchors()).toEqual([]);
  await desk.stop.click();
});

test('of versions that arrive at once the first is shown until its end', async ({ server, ready }) => {
  const desk = await ready();
  const behind = (passage: string, text: string) => insertion(sampleContent, passage, text);
  await server.tell(
    begin('safe'),
    begin('exploratory'),
    tells('exploratory', behind('came late.', ' Exploring.')),
    tells('safe', behind('came late.', ' Safely.')),
  );
  await desk.page.getByText('Writing Safe').waitFor();
  await expect.poll(() => wordsOf(desk)).toContain('came late. Safely.');
  await server.tell(tells('exploratory', behind('a fight,', ' Further,')), end('safe'));
  await desk.page.getByText('Writing Exploratory').waitFor();
  expect(await wordsOf(desk)).toMatch(/came late\. Exploring\..*a fight, Further,/u);
  await desk.stop.click();
});

test('until the edits of a version come, all at once, its text stands there, with what goes on and a way to stop it', async ({
  server,
  ready,
}) => {
  const desk = await ready();
  await server.tell(
    begin('safe'),
    tells('safe', insertion(sampleContent, 'any recipe.', knifeText)),
    end('safe'),
    begin('exploratory'),
  );
  await desk.page.getByText('Writing Exploratory').waitFor();
  await desk.page.getByText('0 of 2 links woven so far').waitFor();
  await desk.page.getByRole('img', { name: 'Generating' }).waitFor();
  expect(await wordsOf(desk)).toBe(flat(sampleContent));
  await server.tell(
    tells('exploratory', insertion(sampleContent, 'rice is on.', ` On an [[oak board]]((${board.url})).`)),
    tells('exploratory', insertion(sampleContent, 'any recipe.', knifeText)),
    end('exploratory'),
    begin('experimental'),
  );
  await desk.page.getByText('Writing Experimental').waitFor();
  expect(await wordsOf(desk)).toBe(flat(sampleContent));
  await desk.stop.click();
  await desk.page.getByText(/click Generate/).waitFor();
});

test("a link around the author's own words is drawn around them while the text arrives", async ({
  server,
  ready,
}) => {
  const desk = await ready();
  const start = sampleContent.indexOf('sharp knife');
  const text = `[[sharp knife]]((${knife.url}))`;
  const laid: Edit = { id: 'laid', start, end: start + 'sharp knife'.length, text, by: 'model' };
  await server.tell(begin('safe'), tells('safe', laid));
  await desk.page.getByText('1 of 2 links woven so far').waitFor();
  expect(await wordsOf(desk)).toBe(flat(sampleContent));
  expect(await reading(desk).locator('.thread').allInnerTexts()).toEqual(['sharp knife']);
  await desk.stop.click();
});

const paragraphs = Array.from(
  { length: 500 },
  (_, index) => `Paragraph ${index}. ${'We do so. '.repeat(13)}`,
);
const long = paragraphs.join('\n\n');

test('the view goes along with the newest edit, and leaves a reader who scrolled alone', async ({
  server,
  ready,
}) => {
  const desk = await ready(long);
  const view = desk.page.getByRole('tabpanel');
  const isSeen = (passage: string) =>
    added(desk, passage).evaluate((edit) => {
      const { top, bottom } = edit.getBoundingClientRect();
      const seen = edit.closest('[role=tabpanel]')?.getBoundingClientRect();
      return seen !== undefined && top > seen.top && bottom < seen.bottom;
    });
  const tellBehind = (number: number) =>
    server.tell(tells('safe', insertion(long, `Paragraph ${number}.`, ` Added ${number}.`)));
  await server.tell(begin('safe'));
  await tellBehind(200);
  await expect.poll(() => isSeen('Added 200.')).toBe(true);
  await tellBehind(400);
  await expect.poll(() => isSeen('Added 400.')).toBe(true);

  await view.hover();
  await desk.page.mouse.wheel(0, -4000);
  await expect.poll(() => isSeen('Added 400.')).toBe(false);
  const place = await view.evaluate((element) => element.scrollTop);
  await tellBehind(401);
  await added(desk, 'Added 401.').waitFor({ state: 'attached' });
  await tellBehind(480);
  await added(desk, 'Added 480.').waitFor({ state: 'attached' });
  expect(await view.evaluate((element) => element.scrollTop)).toBe(place);
  await desk.stop.click();
});

test('in 20,000 words an edit draws its own paragraph anew, and no other', async ({ server, ready }) => {
  const desk = await ready(long);
  await server.tell(begin('safe'), tells('safe', insertion(long, 'Paragraph 3.', ' First.')));
  await added(desk, 'First.').waitFor();
  const touched = await desk.page.evaluateHandle(() => {
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
    await server.tell(tells('safe', insertion(long, `Paragraph ${number}.`, ` Added ${number}.`)));
  await added(desk, 'Added 490.').waitFor({ state: 'attached' });
  expect(await touched.evaluate((lines) => [...lines].sort())).toEqual(
    Array.from({ length: 25 }, (_, index) => `Paragraph ${10 + index * 20}. `.slice(0, 14)).sort(),
  );
  await desk.stop.click();
});

test('what was told whole before the server went stays, with its edits', async ({ server, ready }) => {
  const desk = await ready();
  const edit = insertion(sampleContent, 'any recipe.', knifeText);
  const events: readonly GenerationEvent[] = versionNames.flatMap((version) => [
    begin(version),
    tells(version, edit),
  ]);
  await server.tell(...events, end('safe'));
  await desk.page.getByText('1 of 3 versions done').waitFor();
  server.cut();
  await desk.takeAlert();
  await desk.page.getByText('1 of 3 versions was finished.').waitFor();
  expect((await desk.anchors()).map(({ href }) => href)).toEqual([knife.url]);
  expect(await reading(desk).locator('[data-edit]').count()).toBe(1);
  await desk.tab('Exploratory').click();
  await desk.page.getByText('This version was not finished').waitFor();
  await desk.takeFaults(/Failed to load resource|ERR_/);
});
