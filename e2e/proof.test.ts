import { expect } from 'vitest';

import { generationSchema } from '#contract/generations.ts';
import type { FinishedGeneration } from '#core/generation/generation.ts';
import { checkEdits } from '#core/report/check-edits.ts';
import type { Edit } from '#core/edits/edit.ts';

import { accessibilityFaults, colorFaults } from './harness/axe.ts';
import { journeyOn } from './harness/journey.ts';
import { sampleContent, sampleLinks } from './harness/sample.ts';
import { startTellingServer } from './harness/telling-server.ts';
import type { Workbench } from './harness/workbench.ts';

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
/** The author's own words in a link. */
const laid: Edit = {
  id: 'laid',
  start: start + 2,
  end: start + 'A sharp knife'.length,
  text: `[[sharp knife]]((${knife.url}))`,
  by: 'model',
};
const retold: Edit = { id: 'retold', start, end: start + before.length, text: after, by: 'model' };

/** The knife is woven into the safe version, and laid around the author's own words in the experimental one. */
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

/** As a server tells it when a whole answer lacked a version, and nothing could be had in its place. */
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
  const server = await startTellingServer();
  return { ...server, ids: await server.saveLinks(sampleLinks) };
})
  .extend('prove', ({ server }) => async (desk: Workbench, change = asIs): Promise<Workbench> => {
    for (const { description } of sampleLinks) await desk.tick(description);
    await desk.content.fill(sampleContent);
    server.awaitNext();
    await desk.generate.click();
    await server.tell({ type: 'result', generation: change(generationWith(server.ids)) });
    await desk.waitForResult();
    return desk;
  })
  .extend('proven', ({ prove, clearDesk }) => prove(clearDesk));

const marks = (desk: Workbench) => desk.page.getByRole('group', { name: /^Links? at/u }).getByRole('button');

test('figures say what is woven, changed and added, and on demand who wove what', async ({
  proven: desk,
}) => {
  const { page } = desk;
  const words = sampleContent.match(/[\p{L}\p{N}]+/gu)?.length;
  await page.getByText(`0 of ${words} words changed`).waitFor();
  await page.getByText(/^1 link per \d+ words$/u).waitFor();
  await page.getByText('2 of 2 links woven, 2 sentences added').click();
  await page.getByText('by the built-in writer').waitFor();
  await page.getByText('by the model').waitFor();
  await page.getByText(/^(\d+) of \1 of your sentences kept word for word$/u).waitFor();

  await desk.tab('Exploratory').click();
  await page.getByText(`2 of ${words} words changed`).waitFor();
  await page.getByText(`1 link missing: ${knife.description} (no passage about this)`).waitFor();
  await page.getByText('1 of 2 links woven').click();
  await page.getByText('One edit was left out: it would have changed your words').waitFor();
  await page.getByText('Buy a knife now.').waitFor();
  await page.getByText('One addition stands at another place than the model named').waitFor();
});

test('a version that a whole answer lacked says so at its tab, and its links are missing', async ({
  clearDesk,
  prove,
}) => {
  const { page, copy } = await prove(clearDesk, withoutExperimental);
  await page.getByRole('tab', { name: 'Experimental (empty)' }).click();
  await page.getByText('0 of 2 links woven, 0 sentences added').waitFor();
  await page.getByText('This version came back empty').waitFor();
  expect(await page.locator('.reading').count()).toBe(0);
  await page.getByRole('tab', { name: 'Safe', exact: true }).click();
  expect((await copy()).html).toContain('santoku knife</a>');
});

test('a picture of the text leads to each of its links, by keyboard too', async ({ proven: desk }) => {
  const usual = desk.page.viewportSize();
  await desk.page.setViewportSize({ width: 390, height: 500 });
  expect(await marks(desk).count()).toBe(2);
  const [first, second] = ['oak board', 'santoku knife'].map((name) => desk.page.getByRole('link', { name }));
  const isSeen = (link: typeof first) =>
    link?.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top > 0 && bottom < window.innerHeight;
    });
  await marks(desk).first().focus();
  await expect.poll(() => isSeen(first)).toBe(true);
  await desk.page.keyboard.press('ArrowRight');
  expect(await desk.page.locator(':focus').getAttribute('aria-label')).toMatch(
    /^santoku knife, at \d+ % of the text$/u,
  );
  await expect.poll(() => isSeen(second)).toBe(true);
  await desk.page.keyboard.press('Enter');
  expect(await desk.page.locator(':focus').innerText()).toBe('santoku knife');
  if (usual !== null) await desk.page.setViewportSize(usual);
});

test('changes are shown word by word for as long as the session lasts, and are never copied', async ({
  open,
  prove,
}) => {
  const desk = await prove(await open());
  await desk.tab('Exploratory').click();
  const copied = await desk.copy();
  await desk.button('Show changes').click();
  const reading = desk.page.locator('.reading');
  await reading.locator('del').first().waitFor();
  expect(await reading.locator('del').allInnerTexts()).toEqual(['knife', 'recipe']);
  expect((await reading.locator('ins').allInnerTexts()).map((text) => text.trim())).toEqual([
    'On an',
    'oak board',
    '.',
    'blade',
    'book',
  ]);
  expect(await desk.copy()).toEqual(copied);

  await desk.page.evaluate(() => {
    const text = document.querySelector('.reading');
    if (text !== null) document.getSelection()?.selectAllChildren(text);
  });
  const selected = await desk.page.evaluate(() => {
    const data = new DataTransfer();
    const event = new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true });
    document.querySelector('.reading .woven-line')?.dispatchEvent(event);
    return { html: data.getData('text/html'), plain: data.getData('text/plain') };
  });
  expect(selected.plain).toContain(`On an oak board.\n\n${after} Onions`);
  expect(selected.html).not.toMatch(/<(?:del|ins|span)/u);
  expect(selected.html).toContain(`>oak board</a>`);

  await desk.tab('Experimental').click();
  await reading.locator('.ins-link').waitFor();
  expect(await reading.locator('.ins-link').allInnerTexts()).toEqual(['sharp knife']);
  expect(await reading.locator('del').count()).toBe(0);
  expect(await reading.innerText()).toContain(before);
  await desk.page.getByText(/^0 of \d+ words changed$/u).waitFor();

  await desk.tab('Safe').click();
  await reading.locator('ins').first().waitFor();
  expect(await reading.locator('del').count()).toBe(0);
  expect(await desk.button('Show changes').getAttribute('aria-pressed')).toBe('true');
  await desk.page.reload();
  expect(await desk.page.evaluate(() => sessionStorage.getItem('showChanges'))).toBe('yes');
});

test('axe finds nothing in the proof and in changes that are shown, light and dark', async ({
  proven: desk,
}) => {
  await desk.tab('Exploratory').click();
  await desk.page.getByText('1 of 2 links woven').click();
  await desk.button('Show changes').click();
  await desk.page.locator('.reading del').first().waitFor();
  expect(await accessibilityFaults(desk.page)).toEqual([]);
  await desk.page.emulateMedia({ colorScheme: 'dark' });
  expect(await colorFaults(desk.page)).toEqual([]);
  await desk.page.emulateMedia({ colorScheme: 'light' });
  await desk.button('Show changes').click();
});
