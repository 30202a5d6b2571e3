import { expect } from 'vitest';

import type { GenerationEvent } from '#contract/generation-events.ts';
import { generationSchema } from '#contract/generations.ts';
import { checkEdits } from '#core/report/test-check-edits.ts';
import { versionNames } from '#core/edits/version-names.ts';
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
import { startScriptedServer } from './harness/scripted-server.ts';
import { tabNames, type AppPage } from './harness/app-page.ts';

/** All texts together are longer than the default limit of the content. */
const test = journeyOn(() => startServer({ MAX_CONTENT_CHARS: '1000000' }));
/** The output limit of a reasoning model leaves room for all these texts. */
const modelTest = journeyOn(() =>
  startModelServer(streamed(''), { OPENAI_MODEL: 'o3', WEAVE_PROTOCOL: 'rewrite' }),
);
const scriptedTest = journeyOn(startScriptedServer);
const [knife] = sampleLinks;
/** The elements of a drawn version. A `mark` would stand for a saved address that cannot be opened. */
const textTags = new Set(['DIV', 'A', 'SPAN', 'STRONG', 'EM', 'S', 'CODE']);
const hostileTexts = someHostileTexts(800);
const batchSize = 1000;
/** Enough texts for each kind of payload, and few enough to draw each as a row. */
const rowTexts = hostileTexts.filter((_, index) => index % 10 === 0 || index >= hostileTexts.length - 60);

/** The ways in which a model may use a hostile text: as plain text, as an anchor, as an address. */
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

/** This many texts fit into the largest output limit. The client stops an answer beyond it. */
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

async function linesOf(app: AppPage): Promise<Set<string>> {
  const lines = await app.page.locator('[role=tabpanel] .woven-line').evaluateAll((all) =>
    all.map((line) => {
      const copy = document.createElement('div');
      copy.append(...line.cloneNode(true).childNodes);
      // The tools of an edit and the mark of a claim belong to the page.
      for (const aside of copy.querySelectorAll('[data-aside]')) aside.remove();
      return copy.textContent;
    }),
  );
  return new Set(lines.flatMap(linesIn));
}

/** Returns the tag names of all elements below the selected ones. */
async function elementsIn(app: AppPage, selector: string): Promise<Set<string>> {
  const names = await app.page
    .locator(selector)
    .evaluateAll((roots) =>
      roots.flatMap((root) => [...root.querySelectorAll('*')].map((element) => element.tagName)),
    );
  return new Set(names);
}

/** Records the tag names of all elements drawn in a version. Returns a function that stops this and returns them. */
async function recordReading(app: AppPage): Promise<() => Promise<string[]>> {
  const record = await app.page.evaluateHandle(() => {
    const seen = new Set<string>();
    const note = ({ addedNodes }: MutationRecord) => {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        const isRead = node.closest('.reading') !== null;
        const drawn = node.querySelectorAll(isRead ? '*' : '.reading, .reading *');
        for (const element of isRead ? [node, ...drawn] : drawn)
          if (element.closest('[data-aside]') === null) seen.add(element.tagName);
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

/** Expects only known elements, attributes and addresses in the shown version. Returns the addresses of its links. */
async function expectHarmless(app: AppPage): Promise<string[]> {
  const drawn = await app.page.locator('[role=tabpanel] .reading').evaluate((reading) => {
    const elements = [...reading.querySelectorAll('*')].filter((one) => one.closest('[data-aside]') === null);
    const panel = reading.closest('[role=tabpanel]');
    const addresses = (links: string) =>
      [...(panel?.querySelectorAll(links) ?? [])].map((link) => link.getAttribute('href') ?? '');
    return {
      own: addresses('a.own-link'),
      hrefs: addresses('a:not(.own-link)'),
      tags: [...new Set(elements.map(({ tagName }) => tagName))],
      names: [...new Set(elements.flatMap((element) => element.getAttributeNames()))],
    };
  });
  expect(drawn.tags.filter((tag) => !textTags.has(tag))).toEqual([]);
  const content = await app.content.inputValue();
  expect(drawn.own.filter((href) => !/^https?:\/\//i.test(href) || !content.includes(href))).toEqual([]);
  const known = 'class data-at data-edit href rel target title role dir aria-level'.split(' ');
  expect(drawn.names.filter((name) => !known.includes(name))).toEqual([]);
  expect(drawn.hrefs.filter((href) => href !== knife.url)).toEqual([]);
  return drawn.hrefs;
}

async function expectHarmlessPaste(app: AppPage): Promise<void> {
  const { html } = await copyVersion(app);
  expect(linksOfHtml(html).filter(({ href }) => href !== knife.url)).toEqual([]);
  await expectInert(app, html, ['href', 'rel', 'dir']);
}

/** Links and pictures from the web in the author's own text stay as they are. */
async function expectOwnPaste(app: AppPage): Promise<void> {
  const { html } = await copyVersion(app);
  expect(wovenLinksOfHtml(html).map(({ href }) => href)).toEqual([knife.url]);
  const hrefs = linksOfHtml(html).map(({ href }) => href);
  expect(hrefs.filter((href) => !/^(?:https?:|mailto:|tel:|#|\/(?!\/))/i.test(href))).toEqual([]);
  await expectInert(app, html, ['href', 'rel', 'dir', 'src', 'alt', 'start', 'colspan', 'rowspan']);
}

async function expectInert(app: AppPage, html: string, attributes: readonly string[]): Promise<void> {
  const pasted = await openPasted(app, html);
  expect(pasted.attributes.filter((name) => !attributes.includes(name))).toEqual([]);
  expect(
    pasted.tags.filter((tag) =>
      /^(SCRIPT|IFRAME|OBJECT|EMBED|SVG|STYLE|FORM|INPUT|LINK|META|BASE)$/i.test(tag),
    ),
  ).toEqual([]);
  if (!attributes.includes('src')) expect(pasted.tags).not.toContain('IMG');
}

test('hostile texts that are saved as addresses and descriptions appear as text', async ({
  server,
  open,
  task,
}) => {
  countCases({ task }, rowTexts.length * 2);
  const app = await open({ viewport: { width: 1440, height: 5000 }, links: [knife] });
  await app.tick(knife.description);
  const usual = await elementsIn(app, '.link-row');
  await server.saveLinks(rowTexts.map((text) => ({ url: text, description: text })));
  await app.page.reload();
  const { page } = app;
  await page.getByRole('button', { name: /^Show all/ }).click();
  await page.locator('.link-box').waitFor();
  const shown = await readManyRows(page, async () =>
    expect(await elementsIn(app, '.link-row')).toEqual(usual),
  );
  const trimmed = (texts: readonly string[]) => texts.map((text) => text.trim()).sort();
  expect(trimmed(shown.slice(0, rowTexts.length))).toEqual(trimmed(rowTexts));
});

test('hostile content appears as text, on the page and in a paste', async ({ cleanApp: app, task }) => {
  countCases({ task }, hostileTexts.length);
  await app.bringLinks([knife]);
  await app.paste(`${sampleContent}\n\n${hostileTexts.join('\n\n')}`);
  await app.generate.click();
  await app.waitForResult();
  expect(await expectHarmless(app)).toHaveLength(1);
  await expectOwnPaste(app);
});

/** Returns the events of a server that checks nothing. Each version has the texts after the content. */
function eventsOf(texts: readonly string[]): GenerationEvent[] {
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
      ...edits[version].map((each) => ({ type: 'version-edit' as const, version, edit: each })),
      { type: 'version-end', version },
    ]),
    { type: 'result', generation },
  ];
}

scriptedTest.for(inBatches(hostileTexts, batchSize))(
  'hostile edits $number appear as text during the stream, in each version and in a paste',
  async ({ texts }, { server, cleanApp: app, task }) => {
    countCases({ task }, texts.length * tabNames.length);
    await app.bringLinks([knife]);
    await app.content.fill(sampleContent);
    const everDrawn = await recordReading(app);
    server.awaitNext();
    await app.generate.click();
    await server.send(...eventsOf(texts));
    await app.waitForResult();
    const links: number[] = [];
    for (const name of tabNames) {
      await showVersion(app, name);
      links.push((await expectHarmless(app)).length);
      await expectHarmlessPaste(app);
      if (name !== 'Safe') continue;
      const shown = await linesOf(app);
      expect(texts.flatMap(linesIn).filter((line) => !shown.has(line))).toEqual([]);
    }
    // Most texts become the anchor of a link. None becomes an address.
    expect(links).toEqual([0, expect.toSatisfy((count) => count > texts.length / 2), 0]);
    const tags = await everDrawn();
    expect(tags).toContain('SPAN');
    expect(tags.filter((tag) => !textTags.has(tag))).toEqual([]);
  },
);

const answerTexts = hostileTexts.filter((_, index) => index % 8 === 0);

modelTest.for(inBatches(answerTexts, answerSize))(
  'hostile answer $number of a model changes the safe version only by the link, and each version is harmless',
  async ({ texts }, { server, cleanApp: app, task }) => {
    countCases({ task }, texts.length * tabNames.length);
    server.provider.answerWith(streamed(answerOf(texts), { size: 2000, speed: 300_000 }));
    await app.bringLinks([knife]);
    await app.content.fill(sampleContent);
    const everDrawn = await recordReading(app);
    await app.generate.click();
    await app.waitForResult();
    const shown = await linesOf(app);
    for (const line of linesIn(sampleContent))
      expect([...shown]).toContainEqual(expect.stringContaining(line));
    for (const name of tabNames) {
      await showVersion(app, name);
      // One of the texts may contain a token that ends the answer. The versions after it are then unfinished.
      const isThere = (await app.page.locator('[role=tabpanel] .reading').count()) > 0;
      if (name !== 'Safe' && !isThere) continue;
      // In the other two versions, the text may have replaced the words that hold the link.
      const links = (await expectHarmless(app)).length;
      await expectHarmlessPaste(app);
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

test('addresses that cannot be opened are put in but can never be clicked', async ({ cleanApp: app }) => {
  await app.bringLinks(oddAddresses.map((url, index) => ({ url, description: `Odd address ${index}` })));
  await app.content.fill(sampleContent);
  await app.generate.click();
  await app.waitForResult();
  await app.tab('Exploratory').click();
  expect(await app.anchors()).toEqual([]);
  const marks = app.page.locator('[role=tabpanel] .reading mark');
  const titles = await marks.evaluateAll((elements) =>
    elements.map((mark) => mark.getAttribute('title') ?? ''),
  );
  const dead = titles.map((title) => title.slice(0, title.indexOf(' cannot be opened from here')));
  expect(dead.toSorted()).toEqual(oddAddresses.map((url) => url.trim()).toSorted());
  expect((await app.copy()).html).not.toContain('href');
});
