import { expect } from 'vitest';
import type { Page } from 'playwright-core';

import { writeMarkup } from '#core/links/link-markup.ts';
import { disclosureWords } from '#core/export/disclosure.ts';
import { escapeHtml } from '#core/export/escape.ts';
import { parseDocument } from '#core/document/document.ts';
import { formatOf } from '#core/document/text-format.ts';
import { numberSentences } from '#core/document/numbered-sentences.ts';
import { relinkEdits } from '#core/relink/relink-edits.ts';
import { createVersionBuilder } from '#core/edits/version-builder.ts';
import { some, someHostileTexts } from '#provider/corpus/hostile.ts';

import { countCases } from '#scripts/count-cases.ts';

import { bundle } from './harness/bundle.ts';
import { journeyOn } from './harness/journey.ts';
import { sampleContent } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import type { Case } from './harness/write-formats.ts';

const address = 'http://127.0.0.1:9/';
const url = 'https://shop.example/knife?a=1&b=(2)';
const added = ` Take ${writeMarkup('a good knife', url)}.`;
const forms = ['copy', 'html', 'wordpress', 'markdown'];

/** A page without a policy that loads only the export modules. */
const test = journeyOn(() => startServer()).extend(
  'bare',
  { scope: 'file' },
  async ({ browser }, { onCleanup }) => {
    const script = await bundle(new URL('harness/write-formats.ts', import.meta.url));
    const context = await browser.newContext();
    onCleanup(() => context.close());
    const page = await context.newPage();
    const html = '<meta charset="utf-8"><script type="module" src="/write-formats.js"></script>';
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.route('**/write-formats.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await page.goto(address);
    await page.waitForFunction(() => 'writeAll' in window);
    return page;
  },
);

/** Noncharacters have no meaning outside of a program, so the page removes them. */
const texts = someHostileTexts(400).filter((text) => !/[\uFDD0-\uFDEF]/u.test(text));
/** A paste of such text is Markdown. */
const isMarkdown = (text: string) => /\]\((?:https?:|\/)|^#{1,6} \S|^```|\*\*\S[^*\n]*\*\*/mu.test(text);

/** Returns a paste from a page that shows this text. */
function copied(text: string): Case {
  return {
    html: `<h2>Notes</h2><p>They <b>wrote</b>: ${escapeHtml(text)} and so on.</p>`,
    plain: `Notes\n\nThey wrote: ${text} and so on.`,
    added,
    edits: [],
    url,
  };
}

function written(page: Page, cases: readonly Case[]): Promise<Record<string, string>[]> {
  return page.evaluate((all) => Promise.all(all.map((one) => window.writeAll(one))), cases);
}

type Read = {
  readonly words: string;
  readonly tags: string[];
  readonly attributes: string[];
  readonly hrefs: string[];
};

/** Returns what a browser finds in each HTML source. */
function readAll(page: Page, sources: readonly string[]): Promise<Read[]> {
  return page.evaluate(
    (all) =>
      all.map((source) => {
        const { body } = new DOMParser().parseFromString(source, 'text/html');
        const elements = [...body.querySelectorAll('*')];
        for (const br of body.querySelectorAll('br')) br.replaceWith('\n');
        return {
          words: body.textContent,
          tags: elements.map(({ tagName }) => tagName),
          attributes: elements.flatMap((element) => element.getAttributeNames()),
          hrefs: elements.flatMap((element) => element.getAttribute('href') ?? []),
        };
      }),
    sources,
  );
}

/** Opens each source as a separate document. Returns its dialogs and requests. */
async function open(page: Page, sources: readonly string[]): Promise<string[]> {
  const seen: string[] = [];
  const beside = await page.context().newPage();
  beside.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await beside.route('**', (route) => {
    if (route.request().url() === address) return route.fulfill({ contentType: 'text/html', body: '' });
    seen.push(`request: ${route.request().url()}`);
    return route.abort();
  });
  await beside.goto(address);
  for (let at = 0; at < sources.length; at += 100) {
    await beside.evaluate(
      async (batch) => {
        const frames = batch.map((source) => {
          const frame = document.createElement('iframe');
          frame.srcdoc = source;
          return frame;
        });
        const loaded = frames.map(
          (frame) => new Promise((resolve) => frame.addEventListener('load', resolve)),
        );
        document.body.replaceChildren(...frames);
        await Promise.all(loaded);
        // Loads and scripts may be late.
        await new Promise((resolve) => setTimeout(resolve, 100));
      },
      sources.slice(at, at + 100),
    );
  }
  await beside.close();
  return seen;
}

const spaced = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** Returns all elements, attributes and addresses that are not text, plain structure or the selected link. */
function strangeIn({ tags, attributes, hrefs }: Read): string[] {
  return [
    ...tags.filter((tag) => !/^(?:H1|H2|P|B|STRONG|EM|A|BR)$/u.test(tag)),
    ...attributes.filter((name) => !/^(?:href|rel|class|dir)$/u.test(name)),
    ...hrefs.filter((href) => href !== url),
  ];
}

/** Returns each output format of each case that has a fault. */
async function faultsOf(page: Page, cases: readonly Case[], words: readonly string[]): Promise<unknown[]> {
  const ways = await written(page, cases);
  const reads = await readAll(
    page,
    ways.flatMap((one) => forms.map((form) => one[form] ?? '')),
  );
  return ways.flatMap((one, index) => {
    const expected = spaced(words[index] ?? '');
    const shown = reads
      .slice(index * forms.length, (index + 1) * forms.length)
      .map((read, at) => ({ form: forms[at], shown: read.words, strange: strangeIn(read) }));
    return [...shown, { form: 'plain', shown: one['plain'] ?? '', strange: [] }]
      .filter(({ shown: text, strange }) => !spaced(text).includes(expected) || strange.length > 0)
      .map((fault) => ({ expected, ...fault }));
  });
}

test('text of a page stays text in each output format, and nothing else is added', async ({ bare, task }) => {
  const words = texts.filter((text) => !isMarkdown(text));
  countCases({ task }, words.length * (forms.length + 1));
  expect(words.length).toBeGreaterThan(200);
  const expected = words.map((text) => `They wrote: ${text} and so on.`);
  expect(await faultsOf(bare, words.map(copied), expected)).toEqual([]);
});

test('text that is pasted without formatting stays text in each output format', async ({ bare, task }) => {
  const expected = texts
    .map((text) => `They wrote: ${text} and so on.`)
    .filter((text) => formatOf(text) === 'plain');
  const cases = expected.map((plain) => ({ html: '', plain, added, edits: [], url }));
  countCases({ task }, cases.length * (forms.length + 1));
  expect(cases.length).toBeGreaterThan(200);
  expect(await faultsOf(bare, cases, expected)).toEqual([]);
});

const sample = parseDocument(sampleContent);
const numbered = numberSentences(sample);

/** Returns an answer in which a model tries to put in this text. */
function answered(text: string): Case {
  const links = [{ id: '1', url, description: 'A good knife', integrations: 1 as const }];
  const builder = createVersionBuilder({ document: sample, numbered, version: 'experimental', links });
  for (const [index, words] of [text, `[[${text}]]((${url}))`, `Take [[it]]((${url})) ${text}`].entries())
    builder.place({ action: 'insert', sentence: index + 1, text: words }, 'model');
  return { html: '', plain: sampleContent, added: '', edits: builder.edits(), url };
}

test('a hostile disclosure is the same words in each output format, and no link', async ({ bare, task }) => {
  const contents = [
    'One.\n\nTwo.',
    '# One\n\nTwo *and* three.',
    '<h2>One</h2>\n<p>Two <b>and</b> three.</p>',
  ];
  const tried = some(texts, 100).filter((text) => disclosureWords(text) !== null);
  const cases = contents.flatMap((plain) =>
    tried.map((disclosure) => ({ html: '', plain, added, edits: [], url, disclosure })),
  );
  countCases({ task }, cases.length * (forms.length + 1));
  expect(tried.length).toBeGreaterThan(50);
  const expected = cases.map(({ disclosure }) => disclosureWords(disclosure) ?? '');
  expect(await faultsOf(bare, cases, expected)).toEqual([]);
});

test('a hostile answer gives only text and the selected link', async ({ bare, task }) => {
  const cases = texts.map(answered);
  countCases({ task }, cases.length * (forms.length + 1));
  expect(cases.filter(({ edits }) => edits.length > 0).length).toBeGreaterThan(50);
  expect(await faultsOf(bare, cases, [])).toEqual([]);
});

test('a link of the author without an end does not keep a version from being copied', async ({ bare }) => {
  const own = 'https://own.example/q';
  const plain = `# Pots\n\nSee <a href="${own}" class="x">this page.\n\nTomatoes grow fast.`;
  const [one = {}] = await written(bare, [{ html: '', plain, added: `\n\n${added.trim()}`, edits: [], url }]);
  const reads = await readAll(
    bare,
    forms.map((form) => one[form] ?? ''),
  );
  for (const { hrefs } of reads) expect(new Set(hrefs)).toEqual(new Set([own, url]));
});

test('exchanged links of the author have their new address and the relation in each output format', async ({
  bare,
}) => {
  const [own, other] = ['https://own.example/pan?a=1', 'https://own.example/pot'];
  const exchanged = 'https://go.example/?to=(a)&b="c"';
  const contents = [
    `# Pots\n\nSee [a pan](${own}), [a pot](${other}) and <a href="${own}">the pan</a>.`,
    `<h2>Pots</h2>\n<p>See <a href="${own}">a pan</a>, <a rel="x" href="${other}">a pot</a> and <a href='${own}'>it</a>.</p>`,
    `<!-- wp:x/b {"url":"${own}"} -->\n<p><a href="${own}">A pan</a>, <a href="${other}">a pot</a>, <a href="${own}">it</a>.</p>\n<!-- /wp:x/b -->\n<p>B.</p>`,
  ];
  const relinks = [{ from: own, url: exchanged, source: { linkId: '2' } }];
  const all = await written(
    bare,
    contents.map((plain) => ({ html: '', plain, added: '', edits: relinkEdits(plain, relinks), url })),
  );
  for (const one of all) {
    const reads = await readAll(
      bare,
      forms.map((form) => one[form] ?? ''),
    );
    for (const { hrefs } of reads) expect(hrefs).toEqual([exchanged, other, exchanged]);
    for (const form of ['copy', 'html', 'wordpress'])
      expect(one[form]?.match(/<a\b[^>]*sponsored nofollow[^>]*>/gu)).toHaveLength(2);
    expect(one['json']).toContain('"linksExchanged": 2');
  }
});

test('a picture that is left out of Markdown leaves its words and its link', async ({ bare }) => {
  const link = (words: string) =>
    `<a href="${url.replace('&', '&amp;')}"><img src="/a.png" alt="${words}"></a>`;
  const cases = [
    [`<p>Look: ${link('A pot')}</p><p>Yes.</p>`, 'Look: A pot Yes.'],
    [`<p>Look: ${link('')}</p><p>Yes.</p>`, `Look: ${url} Yes.`],
    [`<table><tr><td>${link('A pot')}</td><td>Yes.</td></tr></table>`, 'A pot Yes.'],
    ['<p>Look: <img src="/a.png" alt="A pot"></p><p>Yes.</p>', 'Look: Yes.'],
  ] as const;
  const all = await written(
    bare,
    cases.map(([plain]) => ({ html: '', plain, added: '', edits: [], url })),
  );
  const reads = await readAll(
    bare,
    all.map((one) => one['markdown'] ?? ''),
  );
  expect(reads.map(({ words }) => spaced(words))).toEqual(cases.map(([, words]) => words));
  expect(reads.map(({ hrefs }) => hrefs)).toEqual([[url], [url], [url], []]);
});

test('blocks of HTML stay apart in plain text and in Markdown', async ({ bare }) => {
  const blocks = [
    '<p>One.</p><dl><dt>Pot</dt><dd>Heavy</dd></dl>',
    '<figure><img src="https://a.example/" alt="Lid"><figcaption>Black</figcaption></figure>',
    '<details><summary>Why?</summary>So.</details><address>Ann</address><nav>Home</nav>End.',
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
  ];
  const [one = {}] = await written(bare, [{ html: '', plain: blocks.join(''), added: '', edits: [], url }]);
  expect(one['plain']).toBe(
    'One. Pot Heavy Lid Black Why? So. Ann Home End. a'.replaceAll(' ', '\n\n') + '\nb',
  );
  expect(one['markdown']).toContain('<p>Why?</p>\n<p>So.</p>\n<p>Ann</p>');
});

test('an exported page runs nothing and requests nothing, whatever the source of the hostile text', async ({
  bare,
  task,
}) => {
  const raw = ['<img src="http://trap.example/a.png" onerror=alert(1)>', '<script>alert(2)</script>'];
  expect(await open(bare, raw)).toHaveLength(3);
  const tried = some(
    texts.filter((text) => !isMarkdown(text)),
    40,
  );
  const all = await written(bare, [...tried.map(copied), ...tried.map(answered)]);
  const sources = all.flatMap((one) => [one['html'] ?? '', one['markdown'] ?? '']);
  countCases({ task }, sources.length);
  expect(await open(bare, sources)).toEqual([]);
});
