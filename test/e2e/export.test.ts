import { readFile } from 'node:fs/promises';

import { expect } from 'vitest';
import * as z from 'zod/mini';

import { accessibilityFaults } from './harness/axe.ts';
import { linksOfHtml } from './harness/html.ts';
import { nothingSeen, startHtmlTrap } from './harness/html-trap.ts';
import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';
import type { AppPage } from './harness/app-page.ts';

const test = journeyOn(() => startServer());

const link = {
  url: 'https://shop.example/pan_(28)?a=1&b="2"&c=ü x',
  description: 'A cast-iron pan for searing steak and potatoes',
};
const amazon = { url: 'https://amzn.to/3abc?x=(y)', description: 'A sharp chef’s knife for onions' };
const content = `---
title: Steak & Potatoes
---

# Steak for two

The best steak needs a hot pan and a little patience. Let the potatoes rest before you slice them, and see [my *own* notes](https://own.example/a?b=1&c=2).

- Salt early
- Rest long

| cut | minutes |
| --- | --- |
| rib | 4 |

Chop the onions with a sharp knife while the pan gets hot. Nothing else matters.
`;
const notice =
  'I get commissions for purchases made through links in this post. As an Amazon Associate I earn from qualifying purchases.';

async function generated(app: AppPage, text = content): Promise<void> {
  await app.bringLinks([link, amazon]);
  await app.content.fill(text);
  await app.generate.click();
  await app.waitForResult();
}

async function copyForm(app: AppPage, form: string): Promise<string> {
  const { dialog } = app;
  await dialog.getByText(form, { exact: true }).click();
  await Promise.all([
    dialog.getByRole('button', { name: `Copied: ${form}` }).waitFor(),
    dialog.getByRole('button', { name: new RegExp(`^Copy(?: report)?: ${form}$`, 'u') }).click(),
  ]);
  return app.page.evaluate(() => navigator.clipboard.readText());
}

test('one click copies the links with their relation and a disclosure; one click removes the disclosure and one adds it again', async ({
  cleanApp: app,
}) => {
  await generated(app);
  const { html, plain } = await app.copy();
  const own = linksOfHtml(html).filter(({ href }) => href.startsWith('https://own.example'));
  expect(own).toEqual([{ href: 'https://own.example/a?b=1&c=2', rel: '' }]);
  const woven = linksOfHtml(html).filter(({ href }) => !href.startsWith('https://own.example'));
  expect(woven.map(({ href }) => href).toSorted()).toEqual([amazon.url, link.url].toSorted());
  expect(new Set(woven.map(({ rel }) => rel))).toEqual(new Set(['sponsored nofollow']));
  expect(html).toContain(`<p><em>${notice}</em></p>`);
  expect(html).not.toContain('title:');
  expect(html).toContain('<td>rib</td>');
  // The disclosure stands under the title.
  const beginning = `---\ntitle: Steak & Potatoes\n---\n\n# Steak for two\n\n*${notice}*\n\nThe best steak`;
  expect(plain.startsWith(beginning)).toBe(true);
  expect(plain).toContain(`(<${link.url}>)`);

  await app.button('Remove the disclosure').click();
  expect((await app.copy()).html).not.toContain('commissions');
  await app.button('Add disclosure').click();
  expect((await app.copy()).html).toContain('commissions');
});

test('the menu copies and downloads each format, and remembers the choice', async ({ cleanApp: app }) => {
  await generated(app);
  await app.button('Export').click();
  // The first focus opens no list and changes nothing.
  await expect
    .poll(() => app.page.evaluate(() => document.activeElement?.textContent))
    .toBe('Export the safe version');
  await app.dialog.locator('.field-note').getByText(notice).waitFor();
  await app.dialog.getByLabel('Link rel attribute').selectOption('nofollow');

  const markdown = await copyForm(app, 'Markdown');
  expect(markdown).toContain('| rib | 4 |');
  expect(markdown).toContain(`*${notice}*`);
  const html = await copyForm(app, 'HTML');
  expect(html).toContain('rel="nofollow">');
  expect(html).toContain('<a href="https://own.example/a?b=1&amp;c=2">my <em>own</em> notes</a>');
  const wordPress = await copyForm(app, 'WordPress blocks');
  expect(wordPress).toContain(
    '<!-- wp:heading {"level":1} -->\n<h1 class="wp-block-heading">Steak for two</h1>',
  );
  expect(wordPress).toContain('<!-- wp:list-item -->\n<li>Salt early</li>');
  expect(wordPress).toContain('<figure class="wp-block-table"><table><thead><tr><th>cut</th>');
  const plain = await copyForm(app, 'Plain text');
  expect(plain).toContain(`(${link.url})`);
  expect(plain).toContain('- Salt early\n- Rest long');

  const download = app.page.waitForEvent('download');
  await app.dialog.getByText('JSON', { exact: true }).click();
  await app.dialog.getByRole('button', { name: 'Download: JSON' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('steak-potatoes-safe.json');
  const { text, disclosure, rel, links } = z
    .object({
      text: z.string(),
      disclosure: z.string(),
      rel: z.string(),
      links: z.array(z.object({ url: z.string() })),
    })
    .parse(JSON.parse(await readFile(await file.path(), 'utf8')));
  expect(text).not.toContain(notice);
  expect({ disclosure, rel }).toEqual({ disclosure: notice, rel: 'nofollow' });
  expect(links.map(({ url }) => url).toSorted()).toEqual([amazon.url, link.url].toSorted());

  await app.dialog.getByLabel('Include affiliate disclosure').uncheck();
  expect(await copyForm(app, 'HTML')).not.toContain('commissions');
  await app.page.keyboard.press('Escape');
  await app.page.reload();
  await generated(app);
  const copied = await app.copy();
  expect(copied.html).not.toContain('commissions');
  expect(linksOfHtml(copied.html).find(({ href }) => href === link.url)?.rel).toBe('nofollow');

  await app.button('Export').click();
  await app.dialog.getByLabel('Link rel attribute').selectOption('sponsored nofollow');
  await app.dialog.getByLabel('Include affiliate disclosure').check();
  const asFirst = await copyForm(app, 'HTML');
  expect(asFirst).toContain('commissions');
  expect(linksOfHtml(asFirst).find(({ href }) => href === link.url)?.rel).toBe('sponsored nofollow');
  await app.page.keyboard.press('Escape');
});

test('a disclosure is chosen or written, and copied as the words that are drawn', async ({
  cleanApp: app,
}) => {
  await generated(app);
  const { page, dialog } = app;
  const drawn = page.locator('.disclosure');
  const edit = app.button('Edit the disclosure');
  const text = dialog.getByLabel('Text', { exact: true });
  await edit.press('Enter');
  await dialog.getByText('the sentence that Amazon asks for is added').waitFor();
  await dialog.getByLabel('Template').selectOption('UK (ASA)');
  expect(await text.inputValue()).toMatch(/^Ad: /u);
  await text.press('Tab');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect
    .poll(() => drawn.innerText())
    .toMatch(/^Ad: .* As an Amazon Associate I earn from qualifying purchases\.$/u);

  await edit.click();
  await text.fill(' ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').getByText('Write at least one word').waitFor();
  await text.fill('*Ad*: [pay](https://evil.example) <b>me</b>\nat www.evil.example & a_b_');
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const words = '*Ad*: [pay](https://evil.example) <b>me</b> at www.evil.example & a_b_';
  await expect.poll(() => drawn.innerText()).toBe(words);
  expect(await edit.evaluate((button) => button === document.activeElement)).toBe(true);
  const { html } = await app.copy();
  expect(linksOfHtml(html).filter(({ href }) => href.includes('evil'))).toEqual([]);
  expect(html).toContain(
    `<p><em>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}`,
  );
  await app.button('Export').click();
  expect(await copyForm(app, 'Markdown')).toContain(
    String.raw`*\*Ad\*: \[pay\](https\://evil.example) &lt;b>`,
  );
  expect(await copyForm(app, 'Plain text')).toContain(`\n\n${words}\n\n`);
  expect(JSON.parse(await copyForm(app, 'JSON'))).toMatchObject({ disclosure: words });
  await page.keyboard.press('Escape');

  await page.reload();
  await generated(app);
  await expect.poll(() => drawn.innerText()).toBe(words);
  await edit.click();
  await dialog.getByRole('button', { name: 'Use the default' }).click();
  await expect.poll(() => drawn.innerText()).toBe(notice);
});

test('the dialog shows what it copies: the source of the Markdown, and the change report with edits of the user', async ({
  cleanApp: app,
}) => {
  await generated(app);
  const { page, dialog } = app;
  const { plain } = await app.copy();
  const preview = dialog.getByLabel('Preview');
  await app.button('Export').click();
  expect(await preview.inputValue()).toBe(plain);
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByText('Change report', { exact: true }).click();
  const report = await preview.inputValue();
  expect(report).toMatch(/^# Steak (?:&|&amp;) Potatoes\n\nVersion: Safe, .+\n\n## Links added \(2\)\n/u);
  expect(report).toContain(`\`${link.url}\``);
  expect(await copyForm(app, 'Change report')).toBe(report);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await app.button('Export').evaluate((button) => button === document.activeElement)).toBe(true);

  await page.locator('a.thread').first().click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Remove', exact: true }).click();
  await app.button('Export').click();
  const after = await preview.inputValue();
  // Both links stood in one line.
  expect(after).not.toContain('## Links added');
  expect(after).toMatch(/## Links not added \(2\)\n\n(?:- .+: removed by hand\n){2}/u);
  await page.keyboard.press('Escape');
});

test('on phones and tablets, each dialog of a version is as wide as the window, and its close button is in sight', async ({
  cleanApp: app,
}) => {
  await generated(app);
  const { page, dialog } = app;
  for (const width of [390, 640, 768])
    for (const opener of ['Export', 'Edit the disclosure']) {
      await page.setViewportSize({ width, height: 800 });
      await app.button(opener).click();
      const close = await dialog.getByRole('button', { name: 'Close' }).boundingBox();
      const box = await dialog.boundingBox();
      if (close === null || box === null) throw new Error('The dialog or its button is not in sight.');
      if (width < 704) expect(box).toMatchObject({ x: 0, width });
      expect(close.x + close.width).toBeLessThanOrEqual(box.x + box.width);
      expect(close.y).toBeGreaterThanOrEqual(box.y);
      expect(close.y + close.height).toBeLessThan(800);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
});

test('what was written into the disclosure stays when Escape closes its dialog, and Cancel gives it up', async ({
  cleanApp: app,
}) => {
  await generated(app);
  const { page, dialog } = app;
  const text = dialog.getByLabel('Text', { exact: true });
  await app.button('Edit the disclosure').click();
  await text.fill('Ads pay for this.');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await app.button('Edit the disclosure').click();
  expect(await text.inputValue()).toBe('Ads pay for this.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await app.button('Edit the disclosure').click();
  expect(notice).toContain(await text.inputValue());
  await page.keyboard.press('Escape');
});

test("active HTML of the author's content is exported as text and does not run or load", async ({
  cleanApp: app,
  onTestFinished,
}) => {
  const trap = await startHtmlTrap();
  onTestFinished(() => trap.stop());
  const paragraphs = [
    '<p onclick="go()" style="color:red">The best steak needs a hot pan and a little patience.</p>',
    ...trap.scraps,
    '<table><tr><td colspan="2">Salt</td></tr></table>',
    '<svg viewBox="0 0 9 9"><path d="M0 0"/></svg><p>Chop the onions with a <b id="x">sharp</b> knife.</p>',
  ];
  await generated(app, paragraphs.join('\n'));
  const seen = await trap.watch(app.page);
  await app.copy();
  await app.button('Export').click();
  const wordPress = await copyForm(app, 'WordPress blocks');
  const own = [
    /<iframe src="[^"]*\/iframe"><\/iframe>/u,
    /<track default="" src="[^"]*\/track">/u,
    /<base href="[^"]*\/base\/">/u,
    /<details open="" ontoggle="alert\(1\)"><\/details>/u,
    /<td colspan="2">Salt<\/td>/u,
    /<svg viewBox="0 0 9 9"><path d="M0 0"><\/path><\/svg>/u,
    /<custom-x is="y" onclick="alert\(1\)" style="color:red"><\/custom-x>/u,
  ];
  for (const part of own) expect(wordPress).toMatch(part);
  expect(wordPress).not.toMatch(/[\uFDD0-\uFDEF]/u);
  for (const form of ['Markdown', 'Plain text', 'HTML']) {
    const exported = await copyForm(app, form);
    expect(exported).toContain('The best steak needs');
    expect(exported).toMatch(/Chop the onions with a (?:\*\*|<b id="x">)?sharp/u);
  }
  expect(await seen()).toEqual(nothingSeen);
  await app.page.keyboard.press('Escape');
});
