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
  const middleOf = async (name: string) => {
    const { y = 0, height = 0 } = (await page.getByRole('button', { name, exact: true }).boundingBox()) ?? {};
    return y + height / 2;
  };
  expect(await middleOf('Import oder Export von Links')).toBe(await middleOf('Link anlegen'));
});

test('the bar for the selection is one line in German, with few and many links, on a tablet and a phone', async ({
  open,
}) => {
  const { page } = await open({ locale: 'de-DE', links: twelveLinks });
  const bar = page.locator('.selection-bar');
  const linesAt = async (width: number) => {
    await page.setViewportSize({ width, height: 720 });
    const tops = bar.locator('button, input').evaluateAll((all) =>
      all.map((one) => {
        const { top, height } = one.getBoundingClientRect();
        return Math.round(top + height / 2);
      }),
    );
    return new Set(await tops).size;
  };
  await page.locator('.link-row input').first().check();
  await bar.getByRole('button', { name: 'Nur Auswahl' }).waitFor();
  const lines: number[] = [];
  for (const width of [360, 768, 1024, 1280]) lines.push(await linesAt(width));
  await page.getByRole('button', { name: /^Alle \d+ zeigen$/u }).click();
  await expect.poll(() => page.locator('.link-row input').count()).toBeGreaterThanOrEqual(12);
  await bar.getByRole('checkbox', { name: 'Alle auswählen' }).check();
  await bar.getByRole('button', { name: 'Rückgängig' }).waitFor();
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
  await page.getByRole('heading', { level: 1, name: 'Links kostenlos einfügen' }).waitFor();
  await page.getByRole('button', { name: 'Anweisungen hinzufügen' }).waitFor();
  await expectGerman(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

  for (const name of [
    'Link anlegen',
    'Nutzungsbedingungen',
    'Ihre Daten',
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

test('the switch in the footer changes the language at once, loses nothing, and is remembered, also offline', async ({
  open,
}) => {
  const app = await open({ links: sampleLinks });
  const { page } = app;
  const languages = page.locator('.languages');
  const languageOf = () => page.evaluate(() => document.documentElement.lang);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  for (const { description } of sampleLinks) await app.tick(description);
  await app.content.fill(sampleContent);
  await app.generate.click();
  await app.waitForResult();
  const text = await page.locator('.reading').innerText();
  const anchors = await app.anchors();

  await languages.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { level: 1, name: 'Links kostenlos einfügen' }).waitFor();
  expect(await languageOf()).toBe('de');
  expect(await page.title()).toContain(': Links kostenlos einfügen');
  await expectGerman(page);
  expect(await languages.getByRole('button').evaluate((each) => each === document.activeElement)).toBe(true);
  expect(await page.locator('.content-field').inputValue()).toBe(sampleContent);
  expect(await app.anchors()).toEqual(anchors);
  expect((await page.locator('.reading').innerText()).split('\n')[0]).toBe(text.split('\n')[0]);
  await page.getByRole('button', { name: 'Ihre Daten' }).click();
  await page.getByRole('dialog').getByText('Wiederherstellungscode').first().waitFor();
  await page.keyboard.press('Escape');

  // The server sends the German page to this browser, which prefers English, and the worker has stored it.
  const stored = () =>
    page.evaluate(async () => (await (await caches.match('/', { ignoreVary: true }))?.text()) ?? '');
  await expect.poll(stored).toContain('<html lang="de">');
  await page.reload();
  expect(await languageOf()).toBe('de');
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Links kostenlos einfügen' }).waitFor();

  // The stored page is German now, and the choice comes before it.
  await languages.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'Free Link Integrator' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Free Link Integrator' }).waitFor();
  expect(await languageOf()).toBe('en');
  await page.context().setOffline(false);
  await app.takeFaults(/ERR_INTERNET_DISCONNECTED/);
});

test.for(['en-GB', 'de-DE'])(
  'in %s, no paragraph of the terms has more than four lines',
  async (locale, { open }) => {
    const { page } = await open({ locale, viewport: { width: 1440, height: 900 } });
    await page.getByRole('button', { name: /^Terms and Conditions$|^Nutzungsbedingungen$/u }).click();
    const paragraphs = page.locator('.terms :is(li, p)');
    await paragraphs.first().waitFor();
    const lines = await paragraphs.evaluateAll((all) =>
      all.map((each) =>
        Math.round(
          each.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(each).lineHeight),
        ),
      ),
    );
    expect(lines.length).toBeGreaterThan(20);
    expect(Math.max(...lines)).toBeLessThanOrEqual(4);
  },
);
