import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { createGate } from '#provider/steps.ts';

import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';
import { sampleContent, sampleLinks, twelveLinks } from './harness/sample.ts';
import type { NewLink } from './harness/save-links.ts';
import type { AppPage } from './harness/app-page.ts';

const test = journeyOn(startServer);
const widths = [320, 360, 390, 768, 1024, 1440, 1920];

const longLink: NewLink = {
  url: `https://shop.example/${'very-long-path-without-a-break/'.repeat(12)}?tracking=${'x'.repeat(300)}`,
  description: `Donaudampfschifffahrtsgesellschaftskapitänsmütze${'ohneumbruch'.repeat(12)}`,
};

function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className} beyond ${clientWidth}`);
  });
}

/** Checks all widths on one page, because the layout depends only on the width. */
async function seeAllWidths(app: AppPage): Promise<void> {
  for (const width of widths) {
    await app.page.setViewportSize({ width, height: 800 });
    await expect.poll(() => overflow(app.page)).toEqual([]);
  }
}

async function seeTwiceTheSize({ page }: AppPage): Promise<void> {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expect.poll(() => overflow(page)).toEqual([]);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
}

test('nothing scrolls sideways at any width: list of links, text of double size, open forms, open terms, content too long, result', async ({
  server,
  cleanApp: app,
}) => {
  await server.saveLinks(twelveLinks.slice(0, 5));
  await app.bringLinks([longLink]);
  await app.button('Use your own key').waitFor();
  await seeAllWidths(app);
  await seeTwiceTheSize(app);

  await app.button('Add Link').first().click();
  await app.dialog.getByLabel('Affiliate URL').waitFor();
  await seeAllWidths(app);
  await app.dialog.getByRole('button', { name: 'Cancel' }).click();

  await app.button('Use your own key').click();
  await app.dialog.getByLabel('Base URL').fill(longLink.url);
  await app.page.keyboard.press('Enter');
  await app.dialog.getByRole('alert').waitFor();
  await seeAllWidths(app);
  await app.dialog.getByLabel('Base URL').fill(`http://127.0.0.1:1/${'v'.repeat(200)}`);
  await app.dialog.getByLabel('Model').fill('model-of-a-long-name/'.repeat(20));
  await app.page.keyboard.press('Enter');
  await app.button('Change').waitFor();
  await seeAllWidths(app);
  await app.button('Change').click();
  await app.dialog.getByRole('button', { name: 'Forget key' }).click();

  await app.button('Terms and Conditions').click();
  await app.dialog.getByText('4/6/2025').waitFor();
  await seeAllWidths(app);
  await app.page.keyboard.press('Escape');

  await app.rows.first().check();
  await app.content.fill('long'.repeat(50_000));
  await app.page.locator('.content-note').waitFor();
  await seeAllWidths(app);
  await app.content.fill(`${sampleContent}\n\n${'unbreakable'.repeat(60)}`);
  await app.page.locator('.content-note').waitFor({ state: 'detached' });
  await app.generate.click();
  await app.waitForResult();
  await seeAllWidths(app);
});

test('with reduced motion there is almost no motion', async ({ cleanApp: app }) => {
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
  await app.bringLinks(twelveLinks.slice(0, 2));
  await app.rows.first().check();
  await app.content.fill(sampleContent);
  await app.page.route('**/api/generations', () => {});
  await app.generate.click();
  await app.stop.waitFor();
  const motions = await app.page.evaluate(() =>
    document.getAnimations().map((motion) => {
      const duration = motion.effect?.getComputedTiming().activeDuration ?? 0;
      return typeof duration === 'number' ? duration : 0;
    }),
  );
  expect(motions.filter((duration) => duration > 50)).toEqual([]);
  await app.stop.click();
  await app.page.unroute('**/api/generations');
});

test('each control is at least 24 pixels wide and high', async ({ server, open }) => {
  await server.saveLinks(twelveLinks.slice(0, 6));
  const app = await open({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  await app.rows.first().waitFor();
  const small = await app.page.getByRole('button').evaluateAll((buttons) =>
    buttons
      .map((element) => ({
        name: element.getAttribute('aria-label') ?? element.textContent,
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width < 24 || box.height < 24)
      .map(({ name }) => name),
  );
  expect(small).toEqual([]);
});

test('fingers get controls that are at least 40 pixels high', async ({ open }) => {
  const app = await open({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  await app.bringLinks(sampleLinks);
  await app.content.fill(sampleContent);
  await app.generate.click();
  await app.waitForResult();
  await app.button('Next link').waitFor();
  const low = await app.page
    .locator('button, summary, .page-footer a')
    .evaluateAll((controls) =>
      controls
        .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 40)
        .map(({ className, textContent }) => `${className} ${textContent}`),
    );
  expect(low).toEqual([]);
});

test('the tabs of a short result are as high as those of a long one', async ({ cleanApp: app }) => {
  await app.page.setViewportSize({ width: 1440, height: 900 });
  const [knife] = sampleLinks;
  await app.addLink(knife);
  const heightOfTabs = async (content: string) => {
    await app.content.fill(content);
    await app.generate.click();
    await app.waitForResult();
    return app.page.getByRole('tablist').evaluate((tabs) => tabs.getBoundingClientRect().height);
  };
  const long = await heightOfTabs(`${sampleContent}\n\n`.repeat(8));
  expect(await heightOfTabs('A sharp knife helps.')).toBe(long);
});

test('the frames of the panels are there before the script, and stay in their places', async ({ app }) => {
  const { page } = app;
  const loading = createGate();
  await page.route('**/assets/*.js', async (route) => {
    await loading.opened;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const panels = async () => {
    const boxes = ['Your links', 'Add your content', 'Enhanced Content'].map((name) =>
      page
        .locator('.workbench > .panel', { has: page.getByRole('heading', { name, exact: true }) })
        .boundingBox(),
    );
    return Promise.all(boxes);
  };
  await page.getByRole('heading', { name: 'Enhanced Content' }).waitFor();
  const before = await panels();
  loading.open();
  await app.content.waitFor();
  await page.getByRole('heading', { name: 'Your links' }).waitFor();
  expect(await panels()).toEqual(before);
  // What is loaded later has room in them, too.
  await page.waitForLoadState('networkidle');
  expect(await panels()).toEqual(before);
});

test('a wrong address leads to the page, in its look', async ({ app }) => {
  await app.page.goto('/nothing');
  const heading = app.page.getByRole('heading', { name: 'There is nothing at this address.' });
  expect(await heading.evaluate((element) => getComputedStyle(element).fontFamily)).toContain('Newsreader');
  await app.page.getByRole('link', { name: 'Go to Linkweft' }).click();
  await app.content.waitFor();
  await app.takeFaults(/404/);
});
