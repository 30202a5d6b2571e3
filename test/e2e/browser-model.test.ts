import { describe, expect } from 'vitest';

import { answerPrompt } from '#provider/browser-model/answer-prompt.ts';
import { installLanguageModel, type StandInOptions } from '#provider/browser-model/stand-in.ts';

import { accessibilityFaults, colorFaults } from './harness/axe.ts';
import { tabNames, type AppPage } from './harness/app-page.ts';
import { journeyOn, type OpenApp } from './harness/journey.ts';
import { sampleContent, sampleLinks } from './harness/sample.ts';
import { startServer } from './harness/server.ts';

const test = journeyOn(() => startServer());

const write = /^(?:Write with|Use) this browser’s model/u;

/** Opens the page in a browser with a model, as a newcomer with a text and two links. */
async function openWith(open: OpenApp, options: StandInOptions, size = { width: 1440, height: 900 }) {
  const app = await open({ links: sampleLinks, viewport: size });
  await app.page.exposeFunction('answerPrompt', answerPrompt);
  await app.page.addInitScript(installLanguageModel, options);
  await app.page.reload();
  for (const { description } of sampleLinks) await app.tick(description);
  await app.content.fill(sampleContent);
  return app;
}

const logOf = ({ page }: AppPage) => page.evaluate(() => globalThis.languageModelLog);

test('a newcomer chooses the browser’s model, sees its download, and gets a result that no server saw', async ({
  open,
}) => {
  const app = await openWith(open, {
    availability: { en: 'downloadable' },
    holdsAt: 0.25,
    contextWindow: 4096,
  });
  const { page, button } = app;
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await app.seeTooltip(button(write), 'Free. Your text stays on this device. The browser downloads a model');
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(write).press('Enter');
  await page.getByText('Downloading the browser’s model: 25%').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.evaluate(() => globalThis.releaseDownload());
  await page.getByText('Using this browser’s model.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Stop using it');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colorFaults(page)).toEqual([]);

  await app.generate.click();
  await app.waitForResult();
  for (const name of tabNames) {
    await app.tab(name).click();
    expect((await app.anchors()).map(({ href }) => href).toSorted()).toEqual(
      sampleLinks.map(({ url }) => url).toSorted(),
    );
  }
  expect(
    sent.filter((request) => request.includes('ready meals') || request.includes('generations')),
  ).toEqual([]);
  const { prompts, open: sessions, created } = await logOf(app);
  expect(prompts).toHaveLength(1);
  expect(created.map(({ hadActivation }) => hadActivation)).toEqual([true, true]);
  expect(sessions).toBe(0);

  await page.reload();
  await page.getByText('Using this browser’s model.').waitFor();
  await expect.poll(async () => (await logOf(app)).asked).toContain('en');
  await button('Stop using it').click();
  await button(write).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(write);
});

test('Stop ends the download and the writing, and nothing is lost', async ({ open }) => {
  const app = await openWith(open, { availability: { en: 'downloadable' }, shares: [0, 0.4] });
  const { page, button, stop } = app;
  await button(write).click();
  await page.getByText('Downloading the browser’s model: 40%').waitFor();
  await button('Stop the download').click();
  await button(write).waitFor();
  expect(await app.content.inputValue()).toBe(sampleContent);

  await page.addInitScript(installLanguageModel, { hangs: true, pause: 20 });
  await page.reload();
  for (const { description } of sampleLinks) await app.tick(description);
  await app.content.fill(sampleContent);
  await button(write).click();
  await app.generate.click();
  await expect.poll(async () => (await logOf(app)).running).toBe(1);
  await stop.click();
  await expect.poll(async () => (await logOf(app)).open).toBe(0);
  await app.generate.waitFor();
  expect(await app.content.inputValue()).toBe(sampleContent);
});

test('another wording comes from the browser’s model, too', async ({ open }) => {
  const app = await openWith(open, {});
  await app.button(write).click();
  await app.generate.click();
  await app.waitForResult();
  await app.button('Next link').first().press('Enter');
  await app.page.getByRole('toolbar').getByRole('button', { name: 'Reword' }).click();
  await expect.poll(async () => (await logOf(app)).prompts.length).toBe(2);
  expect((await logOf(app)).prompts[1]?.prompt).toContain('not: ');
});

describe('a failure', () => {
  test.for([
    ['OperationError', 'stream', /^The browser’s model failed\. Please try again/u],
    ['NotAllowedError', 'create', /^This browser did not let the page use its model/u],
    ['QuotaExceededError', 'prompt', /^This is too much .*: 12,000 tokens, and its limit is 9,216/u],
  ] as const)('%s at %s is told, and the text stays', async ([name, at, message], { open }) => {
    const failure = { name, at, requested: 12_000, quota: 9_216 };
    const app = await openWith(open, { failure });
    await app.button(write).click();
    await app.generate.click();
    expect(await app.takeAlert()).toMatch(message);
    expect(await app.content.inputValue()).toBe(sampleContent);
    const { page } = app;
    // What was finished before a failure stays.
    if (at === 'stream') await page.getByRole('tab', { name: 'Experimental (not finished)' }).waitFor();
    else await page.getByText('Couldn’t generate your versions').first().waitFor();
  });

  test('of the download is told beside the offer', async ({ open }) => {
    const app = await openWith(open, {
      availability: { en: 'downloadable' },
      failure: { at: 'download', name: 'NetworkError' },
    });
    await app.button(write).click();
    await app.page.getByRole('alert').getByText('The browser could not download its model').waitFor();
    await app.button(write).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });
});

test('a browser without a model for the language offers nothing', async ({ open }) => {
  const app = await openWith(open, { availability: { en: 'unavailable', other: 'available' } });
  await expect.poll(async () => (await logOf(app)).asked).toContain('en');
  expect(await app.button(write).count()).toBe(0);
  await app.content.fill('Das ist ein Text, und er ist nicht auf Englisch. Die Kanne steht auf dem Herd.');
  await app.button(write).waitFor();
});
