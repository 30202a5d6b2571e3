import { randomUUID } from 'node:crypto';

import type { Browser, CDPSession, Page } from 'playwright-core';

import { openBrowser } from '#e2e/harness/browser.ts';
import { startServer } from '#e2e/harness/server.ts';

import { rounded, type Row } from './table.ts';

const manyLinks = 50_000;
const fewLinks = 5;
const batch = 1000;
/** The length of a frame at 60 frames a second, in milliseconds. */
const frame = 16.7;

/** Measures a list of 50,000 links in a real browser: the time to its first row, and the length of its frames. */
export async function benchList(): Promise<Row[]> {
  const browser = await openBrowser();
  const few = await startServer();
  const many = await startServer();
  try {
    await saveLinks(few.url, fewLinks);
    await saveLinks(many.url, manyLinks);
    return [
      { what: `first page, ${fewLinks} links saved`, ...(await firstPage(browser, few.url)) },
      { what: `first page, ${manyLinks} links saved`, ...(await firstPage(browser, many.url)) },
      ...(await useLongList(browser, many.url)),
    ];
  } finally {
    await browser.close();
    await few.stop();
    await many.stop();
  }
}

async function saveLinks(url: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += batch) {
    const links = Array.from({ length: Math.min(batch, count - from) }, (_, index) => ({
      id: randomUUID(),
      url: `https://shop.example/item/${from + index}?tag=bench-21`,
      description: `Item number ${from + index} of the bench${index % 3 === 0 ? ', with a description of two lines' : ''}`,
    }));
    const response = await fetch(`${url}/api/links/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ links }),
    });
    if (!response.ok) throw new Error(await response.text());
  }
}

/** Returns the time from the start of a first visit to its first row, in milliseconds. */
async function firstPage(browser: Browser, url: string): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('.link-row') === null) return;
        performance.mark('first-row');
        observer.disconnect();
      });
      observer.observe(document, { childList: true, subtree: true });
    });
    await page.goto(url);
    await page.locator('.link-row').first().waitFor();
    times.push(
      await page.evaluate(() => performance.getEntriesByName('first-row')[0]?.startTime ?? Number.NaN),
    );
    await context.close();
  }
  return { ...summary(times), 'late frames': '' };
}

async function useLongList(browser: Browser, url: string): Promise<Row[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  // tsx wraps named functions in `__name`, including those that run in the page.
  await page.addInitScript('globalThis.__name = (named) => named;');
  await page.goto(url);
  await showMany(page);
  const session = await page.context().newCDPSession(page);
  const loading = await frames(page, () => scroll(page, session, 60_000));
  const loadingAll = await loadAll(page);
  const scrolling = await frames(page, () => scroll(page, session, -60_000));
  const typing = await frames(page, () => typeContent(page));
  const ticking = await frames(page, () => tickRows(page));
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.locator('.selection-count', { hasText: `${manyLinks.toLocaleString('en')} selected` }).waitFor();
  const tickingMany = await frames(page, () => tickRows(page));
  return [
    { what: 'frames: scrolling while pages load', ...loading },
    { what: `seconds to load all ${manyLinks} by the End key`, median: loadingAll },
    { what: `frames: scrolling, ${manyLinks} loaded`, ...scrolling },
    { what: 'frames: typing into the content', ...typing },
    { what: 'frames: ticking', ...ticking },
    { what: `frames: ticking, ${manyLinks} ticked`, ...tickingMany },
  ];
}

async function showMany(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Show all/ }).click();
  await page.locator('.link-box').waitFor();
}

/** Scrolls the list by a synthetic gesture of a mouse wheel. */
async function scroll(page: Page, session: CDPSession, distance: number): Promise<void> {
  const box = await page.locator('.link-box').boundingBox();
  await session.send('Input.synthesizeScrollGesture', {
    x: (box?.x ?? 0) + 100,
    y: (box?.y ?? 0) + 100,
    yDistance: -distance,
    speed: 12_000,
    gestureSourceType: 'mouse',
  });
}

async function loadAll(page: Page): Promise<number> {
  const start = performance.now();
  await page.locator('.link-row input').first().focus();
  await page.waitForFunction(
    (count) => {
      // Rows have a set size once the last page has loaded.
      if (document.querySelector(`.link-row[aria-setsize="${count}"]`) !== null) return true;
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }));
      return false;
    },
    manyLinks,
    { timeout: 300_000 },
  );
  return rounded((performance.now() - start) / 1000, 1);
}

async function typeContent(page: Page): Promise<void> {
  await page.getByPlaceholder('Paste your content here...').focus();
  await page.keyboard.type('A sharp knife changed more than any recipe. '.repeat(3), { delay: 20 });
}

async function tickRows(page: Page): Promise<void> {
  await page.locator('.link-row input').nth(3).focus();
  for (let row = 0; row < 40; row += 1) {
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(30);
  }
}

/** Measures the time between frames while `act` runs, in milliseconds. */
async function frames(page: Page, act: () => Promise<void>): Promise<Row> {
  const recorded = await page.evaluateHandle(() => {
    const recording = { times: new Array<number>(), isOn: true };
    const note = (time: number) => {
      recording.times.push(time);
      if (recording.isOn) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    return recording;
  });
  await act();
  const times = await recorded.evaluate((recording) => {
    recording.isOn = false;
    return recording.times;
  });
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return { ...summary(gaps), 'late frames': gaps.filter((gap) => gap > frame * 1.5).length };
}

function summary(values: readonly number[]): Row {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => rounded(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN, 1);
  return { median: at(0.5), p95: at(0.95), most: at(1), measured: sorted.length };
}
