import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { byEnglish } from '#web/german/german.ts';

import { accessibilityFaults } from './harness/axe.ts';
import { journeyOn } from './harness/journey.ts';
import { sampleContent, sampleLinks, twelveLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';

const test = journeyOn(() => startServer({ WORKSPACE: 'own', OWN_KEY_HOSTS: 'https://api.openai.com' }), {
  keepsPage: true,
});

/** Finds texts of the page that are English. */
const english = [...byEnglish]
  .filter(([key, text]) => key !== text)
  .map(([key]) => key.replaceAll(/<\/?\w+>/gu, ''))
  .filter((key) => /[a-z]{3}/u.test(key.replaceAll(/\{\w+\}/gu, '')))
  .map((key) =>
    key
      .split(/\{\w+\}/u)
      .map(escaped)
      .join('.+'),
  )
  .map((pattern) => new RegExp(`^${pattern}$`, 'u'));

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);
}

/** Returns all that the page shows or a screen reader speaks, but not the texts of the visitor. */
function wordsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = ['aria-label', 'title', 'placeholder'];
    return [...document.querySelectorAll('body, body *:not(script, noscript)')].flatMap((element) =>
      [
        ...named.flatMap((name) => element.getAttribute(name) ?? []),
        ...[...element.childNodes].flatMap((node) =>
          node.nodeType === Node.TEXT_NODE ? (node.textContent?.trim() ?? []) : [],
        ),
        element.children.length > 0 && element.matches('p, li, label, button, h1, h2, h3')
          ? (element.textContent?.trim() ?? '')
          : [],
      ].flat(),
    );
  });
}

async function expectGerman(page: Page): Promise<void> {
  const words = await wordsOn(page);
  expect(words.length).toBeGreaterThan(10);
  expect(words.filter((text) => english.some((pattern) => pattern.test(text)))).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
}

test.for([
  ['without links', []],
  ['with links', twelveLinks],
] as const)('at 1280 pixels, Import stands beside Link anlegen, %s', async ([, links], { open }) => {
  const { page } = await open({ locale: 'de-DE', links, viewport: { width: 1280, height: 720 } });
  const [newest = { description: 'Noch keine Links gespeichert' }] = links.toReversed();
  await page.getByText(newest.description).first().waitFor();
  const topOf = async (name: string) =>
    (await page.getByRole('button', { name, exact: true }).boundingBox())?.y;
  expect(await topOf('Import oder Export von Links')).toBe(await topOf('Link anlegen'));
});

test('the bar for the selection is one line in German, with few and many links, on a tablet and a phone', async ({
  open,
}) => {
  const { page } = await open({ locale: 'de-DE', links: twelveLinks });
  const bar = page.locator('.selection-bar');
  const linesAt = async (width: number) => {
    await page.setViewportSize({ width, height: 720 });
    const tops = bar
      .locator('button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    return new Set(await tops).size;
  };
  await page.getByRole('checkbox').first().check();
  await bar.getByRole('button', { name: 'Leeren' }).waitFor();
  const lines: number[] = [];
  for (const width of [360, 768, 1024, 1280]) lines.push(await linesAt(width));
  await page.getByRole('button', { name: /^Alle \d+ zeigen$/u }).click();
  await expect.poll(() => page.getByRole('checkbox').count()).toBeGreaterThanOrEqual(12);
  await bar.getByRole('button', { name: 'Alle' }).click();
  await bar.getByRole('button', { name: 'Keine' }).waitFor();
  for (const width of [360, 768, 1024, 1280]) lines.push(await linesAt(width));
  expect(lines).toEqual(lines.map(() => 1));
});

test('a browser that prefers German gets the whole page in German, and the same addresses', async ({
  open,
}) => {
  const app = await open({ locale: 'de-DE', links: sampleLinks });
  const { page } = app;
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const closeDialog = async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  await page.getByRole('heading', { level: 1, name: 'Links kostenlos einweben' }).waitFor();
  await page.getByRole('button', { name: 'Anweisungen hinzufügen' }).waitFor();
  await expectGerman(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

  for (const name of [
    'Link anlegen',
    'Nutzungsbedingungen',
    'Ihre Daten',
    'Ihre Ergebnisse',
    'Eigenen Schlüssel nutzen',
    'Import oder Export von Links',
  ]) {
    await press(name);
    await page.getByRole('dialog').last().waitFor();
    await expectGerman(page);
    await closeDialog();
  }

  for (const { description } of sampleLinks) await page.getByRole('checkbox', { name: description }).check();
  await page.getByRole('textbox').first().fill(sampleContent);
  await press('Generieren');
  await page.getByRole('button', { name: 'Kopieren' }).first().waitFor();
  await expectGerman(page);
  // The text is English, and the buttons in it are German.
  const languageOf = (selector: string) => page.locator(selector).getAttribute('lang');
  expect(await languageOf('.reading')).toBe('en');
  expect(await languageOf('.reading .disclosure-tools')).toBe('de');
  const addresses = await app.anchors();
  expect(addresses.map(({ href }) => href)).toEqual(
    expect.arrayContaining(sampleLinks.map(({ url }) => url)),
  );
  await press(/^Export/u);
  await page.getByRole('dialog').last().waitFor();
  await expectGerman(page);
  await closeDialog();

  // On the narrowest phone, each tool keeps its words within its own place.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('a.thread').first().click();
  const tools = page.getByRole('toolbar').getByRole('button');
  await tools.first().waitFor();
  expect(await languageOf('.reading [role=toolbar]')).toBe('de');
  await expectGerman(page);
  const tooWide = await tools.evaluateAll((all) =>
    all.filter((tool) => tool.scrollWidth > tool.clientWidth).map(({ textContent }) => textContent),
  );
  expect(tooWide).toEqual([]);
  const rights = await tools.evaluateAll((all) => all.map((tool) => tool.getBoundingClientRect().right));
  expect(Math.max(...rights)).toBeLessThanOrEqual(360);
});
