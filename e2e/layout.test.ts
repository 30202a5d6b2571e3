import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { journeyOn } from './harness/journey.ts';
import { startServer } from './harness/server.ts';
import { sampleContent, twelveLinks } from './harness/sample.ts';
import type { NewLink } from './harness/save-links.ts';
import type { Workbench } from './harness/workbench.ts';

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
async function seeAllWidths(desk: Workbench): Promise<void> {
  for (const width of widths) {
    await desk.page.setViewportSize({ width, height: 800 });
    await expect.poll(() => overflow(desk.page)).toEqual([]);
  }
}

async function seeTwiceTheSize({ page }: Workbench): Promise<void> {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expect.poll(() => overflow(page)).toEqual([]);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
}

test('nothing scrolls sideways at any width: list of links, text of double size, open forms, open terms, content too long, result', async ({
  server,
  clearDesk: desk,
}) => {
  await server.saveLinks(twelveLinks.slice(0, 5));
  await desk.bringLinks([longLink]);
  await desk.button('Use your own key').waitFor();
  await seeAllWidths(desk);
  await seeTwiceTheSize(desk);

  await desk.button('Add Link').first().click();
  await desk.dialog.getByLabel('Affiliate URL').waitFor();
  await seeAllWidths(desk);
  await desk.dialog.getByRole('button', { name: 'Cancel' }).click();

  await desk.button('Use your own key').click();
  await desk.dialog.getByLabel('Base URL').fill(longLink.url);
  await desk.page.keyboard.press('Enter');
  await desk.dialog.getByRole('alert').waitFor();
  await seeAllWidths(desk);
  await desk.dialog.getByLabel('Base URL').fill(`http://127.0.0.1:1/${'v'.repeat(200)}`);
  await desk.dialog.getByLabel('Model').fill('model-of-a-long-name/'.repeat(20));
  await desk.page.keyboard.press('Enter');
  await desk.button('Change').waitFor();
  await seeAllWidths(desk);
  await desk.button('Change').click();
  await desk.dialog.getByRole('button', { name: 'Forget key' }).click();

  await desk.button('Terms and Conditions').click();
  await desk.dialog.getByText('4/6/2025').waitFor();
  await seeAllWidths(desk);
  await desk.page.keyboard.press('Escape');

  await desk.rows.first().check();
  await desk.content.fill('long'.repeat(50_000));
  await desk.page.locator('.content-note').waitFor();
  await seeAllWidths(desk);
  await desk.content.fill(`${sampleContent}\n\n${'unbreakable'.repeat(60)}`);
  await desk.page.locator('.content-note').waitFor({ state: 'detached' });
  await desk.generate.click();
  await desk.waitForResult();
  await seeAllWidths(desk);
});

test('with reduced motion there is almost no motion', async ({ clearDesk: desk }) => {
  await desk.page.emulateMedia({ reducedMotion: 'reduce' });
  await desk.bringLinks(twelveLinks.slice(0, 2));
  await desk.rows.first().check();
  await desk.content.fill(sampleContent);
  await desk.page.route('**/api/generations', () => {});
  await desk.generate.click();
  await desk.stop.waitFor();
  const motions = await desk.page.evaluate(() =>
    document.getAnimations().map((motion) => {
      const duration = motion.effect?.getComputedTiming().activeDuration ?? 0;
      return typeof duration === 'number' ? duration : 0;
    }),
  );
  expect(motions.filter((duration) => duration > 50)).toEqual([]);
  await desk.stop.click();
  await desk.page.unroute('**/api/generations');
});

test('each control is at least 24 pixels wide and high', async ({ server, open }) => {
  await server.saveLinks(twelveLinks.slice(0, 6));
  const desk = await open({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  await desk.rows.first().waitFor();
  const small = await desk.page.getByRole('button').evaluateAll((buttons) =>
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
