import { expect } from 'vitest';

import { generationSchema } from '#contract/generations.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { checkEdits } from '#core/report/test-check-edits.ts';
import type { Edit } from '#core/edits/edit.ts';

import { accessibilityFaults, colorFaults } from './harness/axe.ts';
import { journeyOn } from './harness/journey.ts';
import { sampleContent, sampleLinks } from './harness/sample.ts';
import { startScriptedServer } from './harness/scripted-server.ts';
import type { AppPage } from './harness/app-page.ts';

const [knife, board] = sampleLinks;

const before = 'A sharp knife changed more than any recipe.';
const after = 'A sharp blade changed more than any book.';

function insertion(behind: string, text: string, by: Edit['by']): Edit {
  const start = sampleContent.indexOf(behind) + behind.length;
  return { id: `${start}`, start, end: start, text, by };
}

const onBoard = insertion('rice is on.', ` On an [[oak board]]((${board.url})).`, 'built-in');
const withKnife = insertion('any recipe.', ` A [[santoku knife]]((${knife.url})) does it.`, 'model');
const start = sampleContent.indexOf(before);
/** A link whose anchor is the author's own words. */
const laid: Edit = {
  id: 'laid',
  start: start + 2,
  end: start + 'A sharp knife'.length,
  text: `[[sharp knife]]((${knife.url}))`,
  by: 'model',
};
const retold: Edit = { id: 'retold', start, end: start + before.length, text: after, by: 'model' };

/** The safe version has an insertion with the knife. The experimental one has it around the author's own words. */
function generationWith(ids: readonly string[]): FinishedGeneration {
  const links = sampleLinks.map(({ url, description }, index) => {
    return { id: ids[index] ?? '', url, description, integrations: 1 } as const;
  });
  const edits = { safe: [onBoard, withKnife], exploratory: [onBoard, retold], experimental: [onBoard, laid] };
  const { versions, report } = checkEdits(sampleContent, edits, links, {
    exploratory: {
      dropped: [{ reason: 'not-safe', text: 'Buy a [[knife]]((L1)) now.' }],
      moved: [onBoard.id],
    },
  });
  const [knifeReport, ...others] = report.exploratory.links;
  const exploratory = { ...report.exploratory, links: [{ ...knifeReport, offer: withKnife }, ...others] };
  return generationSchema.parse({
    text: sampleContent,
    links,
    versions,
    edits,
    report: { ...report, exploratory },
    unfinished: [],
    usage: null,
  });
}

const asIs = (generation: FinishedGeneration) => generation;

/** Returns the generation without its experimental version, as after an answer that lacked it. */
function withoutExperimental(generation: FinishedGeneration): FinishedGeneration {
  const { versions, edits, report } = generation;
  const links = report.experimental.links.map((link) => ({ ...link, status: 'missing' as const, times: 0 }));
  return {
    ...generation,
    versions: { ...versions, experimental: '' },
    edits: { ...edits, experimental: [] },
    report: { ...report, experimental: { ...report.experimental, links, sentencesAdded: 0 } },
    unfinished: ['experimental'],
  };
}

const test = journeyOn(async () => {
  const server = await startScriptedServer();
  return { ...server, ids: await server.saveLinks(sampleLinks) };
})
  .extend('prove', ({ server }) => async (app: AppPage, change = asIs): Promise<AppPage> => {
    for (const { description } of sampleLinks) await app.tick(description);
    await app.content.fill(sampleContent);
    server.awaitNext();
    await app.generate.click();
    await server.send({ type: 'result', generation: change(generationWith(server.ids)) });
    await app.waitForResult();
    return app;
  })
  .extend('proven', ({ prove, cleanApp }) => prove(cleanApp));

test('figures show the number of links, changes and additions, and on demand the writer of each', async ({
  proven: app,
}) => {
  const { page } = app;
  const words = sampleContent.match(/[\p{L}\p{N}]+/gu)?.length;
  const figures = /^2 links added · 2 sentences added, your words unchanged · 1 link per \d+ words$/u;
  await page.getByText(figures).click();
  await page.getByText('Your words are unchanged').waitFor();
  expect(await page.getByText('That’s a lot of links').count()).toBe(0);
  await page.getByText('by the built-in writer').waitFor();
  await page.getByText('by the model').waitFor();
  await page.getByText(/^(\d+) of \1 of your sentences kept word for word$/u).waitFor();

  await app.tab('Exploratory').click();
  await page.getByText(`1 link missing: ${knife.description} (nothing in your text matches)`).waitFor();
  await page.getByText(/^1 of 2 links added · 1 sentence added, 1 rewritten · /u).click();
  await page.getByText(`2 of your ${words} words changed`, { exact: true }).waitFor();
  await page.getByText('One change was skipped because it would have changed your words').waitFor();
  await page.getByText('Buy a knife now.').waitFor();
  await page.getByText('One addition is not where the model wanted it').waitFor();
});

test('a version that was missing in the answer is marked at its tab, and its links are missing', async ({
  cleanApp,
  prove,
}) => {
  const { page, copy } = await prove(cleanApp, withoutExperimental);
  await page.getByRole('tab', { name: 'Experimental (empty)' }).click();
  await page.getByText(/^0 of 2 links added/u).waitFor();
  await page.getByText('This version came back empty').waitFor();
  expect(await page.locator('.reading').count()).toBe(0);
  await page.getByRole('tab', { name: 'Safe', exact: true }).click();
  expect((await copy()).html).toContain('santoku knife</a>');
});

test('changes are shown word by word until the session ends, and are never copied', async ({
  open,
  prove,
}) => {
  const app = await prove(await open());
  await app.tab('Exploratory').click();
  const copied = await app.copy();
  await app.button('Show changes').click();
  const reading = app.page.locator('.reading');
  await reading.locator('del').first().waitFor();
  expect(await reading.locator('del').allInnerTexts()).toEqual(['knife', 'recipe']);
  expect((await reading.locator('ins').allInnerTexts()).map((text) => text.trim())).toEqual([
    'On an',
    'oak board',
    '.',
    'blade',
    'book',
  ]);
  expect(await app.copy()).toEqual(copied);

  await app.page.evaluate(() => {
    const text = document.querySelector('.reading');
    if (text !== null) document.getSelection()?.selectAllChildren(text);
  });
  const selected = await app.page.evaluate(() => {
    const data = new DataTransfer();
    const event = new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true });
    document.querySelector('.reading .woven-line')?.dispatchEvent(event);
    return { html: data.getData('text/html'), plain: data.getData('text/plain') };
  });
  expect(selected.plain).toContain(`On an oak board.\n\n${after} Onions`);
  expect(selected.html).not.toMatch(/<(?:del|ins|span)/u);
  expect(selected.html).toContain(`>oak board</a>`);

  await app.tab('Experimental').click();
  await reading.locator('.ins-link').waitFor();
  expect(await reading.locator('.ins-link').allInnerTexts()).toEqual(['sharp knife']);
  expect(await reading.locator('del').count()).toBe(0);
  expect(await reading.innerText()).toContain(before);
  await app.page.getByText(/your words unchanged/u).waitFor();

  await app.tab('Safe').click();
  await reading.locator('ins').first().waitFor();
  expect(await reading.locator('del').count()).toBe(0);
  expect(await app.button('Show changes').getAttribute('aria-pressed')).toBe('true');
  await app.page.reload();
  expect(await app.page.evaluate(() => sessionStorage.getItem('showChanges'))).toBe('yes');
});

test('axe finds no fault in the report and in visible changes, light and dark', async ({ proven: app }) => {
  await app.tab('Exploratory').click();
  await app.button('Show changes').click();
  await app.page.locator('.reading del').first().waitFor();
  await app.page.getByText('1 of 2 links added').click();
  expect(await accessibilityFaults(app.page)).toEqual([]);
  await app.page.emulateMedia({ colorScheme: 'dark' });
  expect(await colorFaults(app.page)).toEqual([]);
  await app.page.emulateMedia({ colorScheme: 'light' });
  await app.page.keyboard.press('Escape');
  await app.button('Show changes').click();
});
