import { expect } from 'vitest';

import { hostileTexts, reportCases } from './harness/corpus.ts';
import { linksOfHtml } from './harness/html.ts';
import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';
import { sampleContent, sampleLinks } from './harness/sample.ts';
import type { Workbench } from './harness/workbench.ts';

const test = journeyOn(startServer);
const [knife] = sampleLinks;
/** Enough to meet every kind of payload, few enough to draw each as a row of its own. */
const rowTexts = hostileTexts.filter((_, index) => index % 25 === 0 || index >= hostileTexts.length - 60);

reportCases('hostile texts as links', rowTexts.length);
reportCases('hostile texts as content', hostileTexts.length);

/** The kinds of elements below these. */
async function elementsIn(desk: Workbench, selector: string): Promise<Set<string>> {
  const names = await desk.page
    .locator(selector)
    .evaluateAll((roots) =>
      roots.flatMap((root) => [...root.querySelectorAll('*')].map((element) => element.tagName)),
    );
  return new Set(names);
}

/** What a careless program would make of pasted HTML: the page of a blank document, script and all. */
async function openPasted(desk: Workbench, html: string): Promise<{ tags: string[]; attributes: string[] }> {
  const page = await desk.page.context().newPage();
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  await page.setContent(html, { waitUntil: 'commit' });
  const found = await page.evaluate(() => {
    const elements = [...document.body.querySelectorAll('*')];
    const names = elements.flatMap((element) => element.getAttributeNames());
    return { tags: [...new Set(elements.map(({ tagName }) => tagName))], attributes: [...new Set(names)] };
  });
  expect(alerts).toEqual([]);
  await page.close();
  return found;
}

test.runIf(rowTexts.length > 0)(
  'hostile texts saved as addresses and descriptions are shown as text',
  { timeout: 120_000 },
  async ({ server, open }) => {
    const harmless = await open();
    await harmless.addLink(knife);
    const usual = await elementsIn(harmless, '.link-row');
    await server.saveLinks(rowTexts.map((text) => ({ url: text, description: text })));

    const desk = await open();
    // A hundred rows at a time instead of five: the same server, fewer clicks.
    await desk.page.route('**/api/links?limit=5*', (route) =>
      route.continue({ url: route.request().url().replace('limit=5', 'limit=100') }),
    );
    await desk.page.reload();
    await desk.rows.first().waitFor();
    while (await desk.button('Show more').isVisible()) {
      const listed = await desk.rows.count();
      await desk.button('Show more').click();
      await expect.poll(() => desk.rows.count()).toBeGreaterThan(listed);
    }
    const shown = await desk.page.locator('.link-description').allTextContents();
    const trimmed = (texts: readonly string[]) => texts.map((text) => text.trim()).sort();
    expect(trimmed(shown.slice(0, rowTexts.length))).toEqual(trimmed(rowTexts));
    expect(await elementsIn(desk, '.link-row')).toEqual(usual);
  },
);

test.runIf(hostileTexts.length > 0)(
  'hostile content comes out as text, on the page and in a paste',
  { timeout: 120_000 },
  async ({ server, open }) => {
    await server.saveLinks([knife]);
    const desk = await open();
    await desk.tick(knife.description);
    await desk.paste(`${sampleContent}\n\n${hostileTexts.join('\n\n')}`);
    await desk.generate.click();
    await desk.waitForResult();
    const tags = await elementsIn(desk, '[role=tabpanel] .reading');
    expect([...tags].filter((tag) => !['DIV', 'A', 'MARK'].includes(tag))).toEqual([]);
    expect((await desk.anchors()).map((anchor) => anchor.href)).toEqual([knife.url]);

    const { html } = await desk.copy();
    expect(linksOfHtml(html).map((link) => link.href)).toEqual([knife.url]);
    const pasted = await openPasted(desk, html);
    expect(pasted.attributes.filter((name) => !['href', 'rel'].includes(name))).toEqual([]);
    expect(
      pasted.tags.filter((tag) =>
        /^(SCRIPT|IFRAME|OBJECT|EMBED|SVG|IMG|STYLE|FORM|INPUT|LINK|META|BASE)$/i.test(tag),
      ),
    ).toEqual([]);
  },
);

test.for([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  '//shop.example/no-scheme',
  'file:///etc/hostname',
])('%j is woven, but can never be clicked', async (url, { server, open }) => {
  const description = `Odd address ${url.length} ${url.slice(0, 4)}`;
  await server.saveLinks([{ url, description }]);
  const desk = await open();
  await desk.rows.first().check();
  await desk.content.fill(sampleContent);
  await desk.generate.click();
  await desk.waitForResult();
  expect(await desk.anchors()).toEqual([]);
  expect((await desk.copy()).html).not.toContain('href');
});
