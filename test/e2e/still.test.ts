import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { streamed } from '#provider/completion-steps.ts';

import type { AppPage } from './harness/app-page.ts';
import { journeyOn, type OpenApp } from './harness/journey.ts';
import { fiveLinks, longAnswer, longContent } from './harness/long-article.ts';
import { startModelServer } from './harness/model-server.ts';
import { startServer } from './harness/server.ts';

// Characters in a second, so that most of the answer comes long after the click.
const speed = 500;

const test = journeyOn(() => startModelServer(streamed(longAnswer, { speed }), { WORKSPACE: 'own' }));
const builtIn = journeyOn(() => startServer({ WORKSPACE: 'own' }));

const sizes = [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [320, 700],
] as const;

type Watched = {
  /** How far the page has jumped since the click on Generate. */
  shift: number;
  /** Where the first words stood in the window when they were drawn last before the result; null if they were not. */
  liveTop: number | null;
};

declare global {
  var watched: Watched;
}

/** Adds up the layout shifts of the page. A browser does not count those within half a second after a click. */
async function watchShifts(page: Page): Promise<() => Promise<Watched>> {
  await page.evaluate(() => {
    globalThis.watched = { shift: 0, liveTop: null };
    const add = (entry: PerformanceEntry) => {
      const { value, hadRecentInput } = JSON.parse(JSON.stringify(entry));
      if (!hadRecentInput) globalThis.watched.shift += value;
    };
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type: 'layout-shift' });
    const look = () => {
      const words = document.querySelector('.tab-panel:has(.live-status) .woven-line');
      if (words !== null) globalThis.watched.liveTop = words.getBoundingClientRect().y;
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => globalThis.watched);
}

/** Returns where the first words of the text stand in the window. */
async function topOfText({ page }: AppPage): Promise<number> {
  return (await page.locator('.reading .woven-line').first().boundingBox())?.y ?? Number.NaN;
}

/** Names what each link is about, so that the built-in writer has a place for each. */
const namingContent = `${longContent}\n\nI have a hand grinder with steel burrs, a gooseneck kettle with a thermometer, a small scale with a timer and an AeroPress coffee maker. The fresh coffee beans come from a small roaster.`;

async function openReady(open: OpenApp, [width, height]: (typeof sizes)[number]): Promise<AppPage> {
  const app = await open({ viewport: { width, height }, hasTouch: width < 700 });
  await app.bringLinks(fiveLinks);
  await app.content.fill(namingContent);
  await app.page.locator('.word-count').waitFor();
  return app;
}

/** Whether a box that scrolls has another one around it, or stands in a page that scrolls. A field may scroll. */
function nestedScrollers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (box: Element) =>
      box.scrollHeight > box.clientHeight + 1 && /auto|scroll/u.test(getComputedStyle(box).overflowY);
    const isPage = document.documentElement.scrollHeight > window.innerHeight + 1;
    return [...document.querySelectorAll('body *:not(textarea)')]
      .filter((box) => box.checkVisibility() && scrolls(box) && isPage)
      .map((box) => box.className);
  });
}

async function generateAt(app: AppPage): Promise<Watched> {
  const watched = await watchShifts(app.page);
  // The pointer stays where Generate was.
  await app.generate.click();
  await app.waitForResult();
  await app.page.locator('.disclosure-tools').waitFor();
  expect(await app.page.getByRole('toolbar').count()).toBe(0);
  expect(await nestedScrollers(app.page)).toEqual([]);
  // It opens at its top.
  const { height = 0 } = app.page.viewportSize() ?? {};
  expect(await topOfText(app)).toBeLessThan(height);
  return watched();
}

test.for(sizes)(
  'at %i × %i, nothing jumps from the click on Generate to the result of a slow model, and one thing scrolls',
  async (size, { open }) => {
    const app = await openReady(open, size);
    const { shift, liveTop } = await generateAt(app);
    expect(shift).toBeLessThanOrEqual(0.05);
    expect(Math.abs((await topOfText(app)) - (liveTop ?? Number.NaN))).toBeLessThan(32);
  },
);

builtIn.for(sizes)(
  'at %i × %i on a slow device, the result of the built-in writer does not jump',
  async (size, { open }) => {
    const app = await openReady(open, size);
    const devtools = await app.page.context().newCDPSession(app.page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    expect((await generateAt(app)).shift).toBeLessThanOrEqual(0.05);
  },
);
