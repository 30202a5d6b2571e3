import { expect } from 'vitest';

import { generationSchema } from '#contract/generations.ts';
import type { GenerationEvent } from '#contract/generations.ts';
import { checkEdits } from '#core/report/check-edits.ts';
import { versionNames } from '#core/edits/version.ts';
import { streamed } from '#provider/completion-steps.ts';
import { someHostileTexts } from '#provider/corpus/hostile.ts';

import { countCases } from '#scripts/count-cases.ts';

import { openPasted } from './harness/blank-page.ts';
import { copyVersion, showVersion } from './harness/each-version.ts';
import { linksOfHtml, wovenLinksOfHtml } from './harness/html.ts';
import { journeyOn } from './harness/journey.ts';
import { readManyRows } from './harness/rows.ts';
import { startModelServer } from './harness/model-server.ts';
import { startServer } from './harness/server.ts';
import { sampleContent, sampleLinks } from './harness/sample.ts';
import { startTellingServer } from './harness/telling-server.ts';
import { tabNames } from './harness/workbench.ts';
import type { Workbench } from './harness/workbench.ts';

/** All texts at once are more than a text usually may have. */
const test = journeyOn(() => startServer({ MAX_CONTENT_CHARS: '1000000' }));
/** A model that thinks may answer with as much as all these texts. */
const modelTest = journeyOn(() =>
  startModelServer(streamed(''), { OPENAI_MODEL: 'o3', WEAVE_PROTOCOL: 'rewrite' }),
);
const tellingTest = journeyOn(startTellingServer);
const [knife] = sampleLinks;
/** What a version is drawn with. A mark would be an address that somebody saved and that cannot be opened. */
const textTags = new Set(['DIV', 'A', 'SPAN']);
const hostileTexts = someHostileTexts(800);
const batchSize = 1000;
/** Enough to meet every kind of payload, few enough to draw each as a row of its own. */
const rowTexts = hostileTexts.filter((_, index) => index % 10 === 0 || index >= hostileTexts.length - 60);

/** What a model may weave out of a hostile text: plain text, the words of a link, the address of one. */
const weaves = {
  SAFE: (text: string) => text,
  INTERESTING: (text: string) => `[[${text}]]((${knife.url}))`,
  CRAZY: (text: string) => `[[a good knife]]((${text}))`,
};
function inBatches(texts: readonly string[], size: number): { texts: readonly string[]; number: number }[] {
  return Array.from({ length: Math.ceil(texts.length / size) }, (_, index) => ({
    texts: texts.slice(index * size, (index + 1) * size),
    number: index + 1,
  }));
}

/** So many fit into what a model is asked for at most: one that goes on beyond it is left. */
const answerSize = 100;
const answerOf = (texts: readonly string[]) =>
  Object.entries(weaves)
    .map(([marker, weave]) => `VERSION: ${marker}\n${texts.map(weave).join('\n\n')}\n`)
    .join('\n');

const linesIn = (text: string) =>
  text
    .replaceAll('\r', '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The lines of the version on show. */
async function linesOf(desk: Workbench): Promise<Set<string>> {
  const lines = await desk.page.locator('[role=tabpanel] .woven-line').allTextContents();
  return new Set(lines.flatMap(linesIn));
}

/** The kinds of elements below these. */
async function elementsIn(desk: Workbench, selector: string): Promise<Set<string>> {
  const names = await desk.page
    .locator(selector)
    .evaluateAll((roots) =>
      roots.flatMap((root) => [...root.querySelectorAll('*')].map((element) => element.tagName)),
    );
  return new Set(names);
}

/** Notes each kind of element that is ever drawn in the text of a version, from now on until it is asked. */
async function recordReading(desk: Workbench): Promise<() => Promise<string[]>> {
  const record = await desk.page.evaluateHandle(() => {
    const seen = new Set<string>();
    const note = ({ addedNodes }: MutationRecord) => {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        const isRead = node.closest('.reading') !== null;
        if (isRead) seen.add(node.tagName);
        for (const { tagName } of node.querySelectorAll(isRead ? '*' : '.reading, .reading *'))
          seen.add(tagName);
      }
    };
    const observer = new MutationObserver((records) => records.forEach(note));
    observer.observe(document, { childList: true, subtree: true });
    return { seen, observer };
  });
  return () =>
    record.evaluate(({ seen, observer }) => {
      observer.disconnect();
      return [...seen];
    });
}

/** The addresses of its links. */
async function expectHarmless(desk: Workbench): Promise<string[]> {
  const drawn = await desk.page.locator('[role=tabpanel] .reading').evaluate((reading) => {
    const elements = [...reading.querySelectorAll('*')];
    const anchors = [...(reading.closest('[role=tabpanel]')?.querySelectorAll('a') ?? [])];
    return {
      tags: [...new Set(elements.map(({ tagName }) => tagName))],
      names: [...new Set(elements.flatMap((element) => element.getAttributeNames()))],
      hrefs: anchors.map((anchor) => anchor.getAttribute('href') ?? ''),
    };
  });
  expect(drawn.tags.filter((tag) => !textTags.has(tag))).toEqual([]);
  const known = new Set(['class', 'data-at', 'data-edit', 'href', 'rel', 'target', 'title']);
  expect(drawn.names.filter((name) => !known.has(name))).toEqual([]);
  expect(drawn.hrefs.filter((href) => href !== knife.url)).toEqual([]);
  return drawn.hrefs;
}

async function expectHarmlessPaste(desk: Workbench): Promise<void> {
  const { html } = await copyVersion(desk);
  expect(linksOfHtml(html).filter(({ href }) => href !== knife.url)).toEqual([]);
  await expectInert(desk, html, ['href', 'rel']);
}

/** Links and pictures of the web that somebody's own text has stay what they are. */
async function expectOwnPaste(desk: Workbench): Promise<void> {
  const { html } = await copyVersion(desk);
  expect(wovenLinksOfHtml(html).map(({ href }) => href)).toEqual([knife.url]);
  const hrefs = linksOfHtml(html).map(({ href }) => href);
  expect(hrefs.filter((href) => !/^(?:https?:|mailto:|tel:|#|\/(?!\/))/i.test(href))).toEqual([]);
  await expectInert(desk, html, ['href', 'rel', 'src', 'alt']);
}

async function expectInert(desk: Workbench, html: string, attributes: readonly string[]): Promise<void> {
  const pasted = await openPasted(desk, html);
  expect(pasted.attributes.filter((name) => !attributes.includes(name))).toEqual([]);
  expect(
    pasted.tags.filter((tag) =>
      /^(SCRIPT|IFRAME|OBJECT|EMBED|SVG|STYLE|FORM|INPUT|LINK|META|BASE)$/i.test(tag),
    ),
  ).toEqual([]);
  if (!attributes.includes('src')) expect(pasted.tags).not.toContain('IMG');
}

test('hostile texts saved as addresses and descriptions are shown as text', async ({
  server,
  open,
  task,
}) => {
  countCases({ task }, rowTexts.length * 2);
  const desk = await open({ viewport: { width: 1440, height: 5000 }, links: [knife] });
  await desk.tick(knife.description);
  const usual = await elementsIn(desk, '.link-row');
  await server.saveLinks(rowTexts.map((text) => ({ url: text, description: text })));
  // A hundred rows at once instead of five: the same server, no clicks.
  await desk.page.route('**/api/links?limit=5*', (route) =>
    route.continue({ url: route.request().url().replace('limit=5', 'limit=100') }),
  );
  await desk.page.reload();
  const { page } = desk;
  await page.locator('.link-box').waitFor();
  const shown = await readManyRows(page, async () =>
    expect(await elementsIn(desk, '.link-row')).toEqual(usual),
  );
  const trimmed = (texts: readonly string[]) => texts.map((text) => text.trim()).sort();
  expect(trimmed(shown.slice(0, rowTexts.length))).toEqual(trimmed(rowTexts));
});

test('hostile content comes out as text, on the page and in a paste', async ({ clearDesk: desk, task }) => {
  countCases({ task }, hostileTexts.length);
  await desk.bringLinks([knife]);
  await desk.paste(`${sampleContent}\n\n${hostileTexts.join('\n\n')}`);
  await desk.generate.click();
  await desk.waitForResult();
  expect(await expectHarmless(desk)).toHaveLength(1);
  await expectOwnPaste(desk);
});

/** What a server would tell that checks nothing: each version has the texts behind the content. */
function toldOf(texts: readonly string[]): GenerationEvent[] {
  const at = sampleContent.length;
  const edit = (weave: (text: string) => string) => {
    const text = `\n\n${texts.map(weave).join('\n\n')}`;
    return [{ id: 'hostile', start: at, end: at, text, by: 'model' as const }];
  };
  const edits = {
    safe: edit(weaves.SAFE),
    exploratory: edit(weaves.INTERESTING),
    experimental: edit(weaves.CRAZY),
  };
  const links = [{ id: 'knife', ...knife, integrations: 1 as const }];
  const checked = checkEdits(sampleContent, edits, links);
  const generation = generationSchema.parse({
    text: sampleContent,
    links,
    edits,
    ...checked,
    unfinished: [],
    usage: null,
  });
  return [
    ...versionNames.flatMap((version): GenerationEvent[] => [
      { type: 'version-start', version },
      ...edits[version].map((told) => ({ type: 'version-edit' as const, version, edit: told })),
      { type: 'version-end', version },
    ]),
    { type: 'result', generation },
  ];
}

tellingTest.for(inBatches(hostileTexts, batchSize))(
  'hostile edits $number are shown as text, while they arrive, in each version and in a paste',
  async ({ texts }, { server, clearDesk: desk, task }) => {
    countCases({ task }, texts.length * tabNames.length);
    await desk.bringLinks([knife]);
    await desk.content.fill(sampleContent);
    const everDrawn = await recordReading(desk);
    server.awaitNext();
    await desk.generate.click();
    await server.tell(...toldOf(texts));
    await desk.waitForResult();
    const links: number[] = [];
    for (const name of tabNames) {
      await showVersion(desk, name);
      links.push((await expectHarmless(desk)).length);
      await expectHarmlessPaste(desk);
      if (name !== 'Safe') continue;
      const shown = await linesOf(desk);
      expect(texts.flatMap(linesIn).filter((line) => !shown.has(line))).toEqual([]);
    }
    // Most texts make the words of a link; none makes an address.
    expect(links).toEqual([0, expect.toSatisfy((count) => count > texts.length / 2), 0]);
    const tags = await everDrawn();
    expect(tags).toContain('SPAN');
    expect(tags.filter((tag) => !textTags.has(tag))).toEqual([]);
  },
);

const answerTexts = hostileTexts.filter((_, index) => index % 8 === 0);

modelTest.for(inBatches(answerTexts, answerSize))(
  'hostile answer $number of a model leaves the safe text as it is but for the link, and each version harmless',
  async ({ texts }, { server, clearDesk: desk, task }) => {
    countCases({ task }, texts.length * tabNames.length);
    server.provider.answerWith(streamed(answerOf(texts), { size: 2000, speed: 300_000 }));
    await desk.bringLinks([knife]);
    await desk.content.fill(sampleContent);
    const everDrawn = await recordReading(desk);
    await desk.generate.click();
    await desk.waitForResult();
    const shown = await linesOf(desk);
    for (const line of linesIn(sampleContent))
      expect([...shown]).toContainEqual(expect.stringContaining(line));
    for (const name of tabNames) {
      await showVersion(desk, name);
      // One of the texts may end the answer, as a token of a chat template does: then the others are named as unfinished.
      const isThere = (await desk.page.locator('[role=tabpanel] .reading').count()) > 0;
      if (name !== 'Safe' && !isThere) continue;
      // In the other two it may have taken the place of what the link belongs to.
      const links = (await expectHarmless(desk)).length;
      await expectHarmlessPaste(desk);
      expect(links).toSatisfy((count) => count === 1 || (count === 0 && name !== 'Safe'));
    }
    expect((await everDrawn()).filter((tag) => !textTags.has(tag))).toEqual([]);
  },
);

const oddAddresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(2)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  ' javascript:alert(3)',
  'java\tscript:alert(4)',
  '//shop.example/no-scheme',
  'file:///etc/hostname',
];

test('addresses that lead to no page of the web are woven, but can never be clicked', async ({
  clearDesk: desk,
}) => {
  await desk.bringLinks(oddAddresses.map((url, index) => ({ url, description: `Odd address ${index}` })));
  await desk.content.fill(sampleContent);
  await desk.generate.click();
  await desk.waitForResult();
  await desk.tab('Exploratory').click();
  expect(await desk.anchors()).toEqual([]);
  const marks = desk.page.locator('[role=tabpanel] .reading mark');
  const titles = await marks.evaluateAll((elements) =>
    elements.map((mark) => mark.getAttribute('title') ?? ''),
  );
  const dead = titles.map((title) => title.slice(0, title.indexOf(' cannot be opened from here')));
  expect(dead.toSorted()).toEqual(oddAddresses.map((url) => url.trim()).toSorted());
  expect((await desk.copy()).html).not.toContain('href');
});
