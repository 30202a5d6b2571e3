import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'vite';
import { expect } from 'vitest';
import type { Page } from 'playwright-core';

import { corpusCases } from '#provider/corpus/corpus-cases.ts';

import { journeyOn } from './harness/journey.ts';
import { sampleContent } from './harness/sample.ts';
import { startServer } from './harness/server.ts';
import type { AppPage } from './harness/app-page.ts';

const editors = ['gutenberg', 'tiptap', 'lexical', 'quill', 'mail'] as const;
const bedAddress = 'http://127.0.0.1:9/editors';

const test = journeyOn(() => startServer()).extend('bed', { scope: 'file' }, async ({}, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'linkweft-editors-'));
  onCleanup(() => rm(folder, { recursive: true, force: true }));
  const entry = fileURLToPath(new URL('editors/test-bed.ts', import.meta.url));
  await writeFile(join(folder, 'index.html'), `<script type="module" src="${entry}"></script>`);
  await build({ root: folder, configFile: false, logLevel: 'error', build: { minify: false } });
  const assets = join(folder, 'dist/assets');
  const script = (await readdir(assets)).find((name) => name.endsWith('.js')) ?? '';
  return readFile(join(assets, script), 'utf8');
});

type Link = { readonly href: string; readonly text: string };

async function openBed(app: AppPage, script: string): Promise<Page> {
  const page = await app.page.context().newPage();
  await page.route(bedAddress, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<body><script type="module" src="/bed.js"></script>` }),
  );
  await page.route('**/bed.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.goto(bedAddress);
  return page;
}

/** Pastes with the keyboard into one of the editors and returns its links. */
async function pasteInto(page: Page, editor: string): Promise<Link[]> {
  const field = page.locator(`#${editor}`);
  const editable = page
    .locator(`#${editor}[contenteditable=true], #${editor} [contenteditable=true]`)
    .first();
  await editable.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+V');
  await expect.poll(() => field.locator('a').count()).toBeGreaterThan(0);
  return field
    .locator('a')
    .evaluateAll((links) =>
      links.map((link) => ({ href: link.getAttribute('href') ?? '', text: link.textContent })),
    );
}

const inOrder = (links: readonly Link[]) =>
  links.map(({ href, text }) => `${href} ${text.replace(/\s+/gu, ' ')}`).toSorted();

const hostileLinks = [
  'https://shop.example/pan_(28)?a=1&b="2"&c=\'3\'',
  'https://shop.example/ü/🌱?q=<b>&amp;=1&copy=2',
  'https://shop.example/a b?x=%20%zz#[[1]]',
].map((url, index) => ({
  url,
  description: `${['Sharp knife', 'Rice cooker', 'Oak counter'][index]} for herbs`,
}));

const texts = [
  { name: 'hostile addresses', content: sampleContent, links: hostileLinks },
  ...['a1', 'a3', '06'].flatMap((id) =>
    corpusCases
      .filter((entry) => entry.id === id)
      .map(({ content, links }) => ({ name: `article ${id}`, content, links })),
  ),
];

test.for(texts)(
  '$name: each editor keeps each link of a copy',
  async ({ content, links }, { cleanApp: app, bed }) => {
    await app.bringLinks(links);
    await app.content.fill(content);
    await app.generate.click();
    await app.waitForResult();
    await app.tab('Exploratory').click();
    const woven = (await app.anchors()).map(({ href, text }) => ({ href, text }));
    expect(woven.map(({ href }) => href).toSorted()).toEqual(links.map(({ url }) => url).toSorted());
    await Promise.all([app.button('Copied').waitFor(), app.button('Copy').click()]);

    const page = await openBed(app, bed);
    for (const editor of editors) {
      const pasted = await pasteInto(page, editor);
      const ours = pasted.filter(({ href }) => links.some(({ url }) => url === href));
      expect({ editor, links: inOrder(ours) }).toEqual({ editor, links: inOrder(woven) });
    }
    await page.close();
  },
);
