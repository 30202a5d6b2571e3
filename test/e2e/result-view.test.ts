import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import { streamed } from '#provider/completion-steps.ts';

import { accessibilityFaults, colorFaults } from './harness/axe.ts';
import { journeyOn, type OpenApp } from './harness/journey.ts';
import { fiveLinks, firstWoven, longAnswer, longContent } from './harness/long-article.ts';
import { startModelServer } from './harness/model-server.ts';
import type { AppPage } from './harness/app-page.ts';

const laptop = { width: 1280, height: 720 };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const test = journeyOn(() => startModelServer(streamed(longAnswer), { WORKSPACE: 'own' }));

async function woven(open: OpenApp, options: Parameters<OpenApp>[0] = { viewport: laptop }) {
  const app = await open(options);
  await app.bringLinks(fiveLinks);
  await app.content.fill(longContent);
  await app.generate.click();
  await app.waitForResult();
  await app.page.locator('.disclosure').first().waitFor();
  return app;
}

/** Returns the box of the first words of an edit. */
function boxOf({ page }: AppPage, words: string): Promise<DOMRect> {
  return page
    .locator('[data-edit]', { hasText: words })
    .evaluate((edit) => edit.getClientRects()[0]?.toJSON());
}

/** Returns the part of the window where text is in sight: below the band with Copy. */
async function textInSight({ page }: AppPage): Promise<{ top: number; bottom: number }> {
  return page.locator('.version-actions').evaluate((band) => ({
    top: band.getBoundingClientRect().bottom,
    bottom: window.innerHeight,
  }));
}

async function isInSight(app: AppPage, words: string): Promise<boolean> {
  const [box, { top, bottom }] = [await boxOf(app, words), await textInSight(app)];
  return box.top >= top && box.bottom <= bottom;
}

/** The text opens at its title, and one press of a key or a button leads to its first link. */
async function seeOpening(app: AppPage): Promise<void> {
  const { page } = app;
  const title = page.getByRole('heading', { name: 'A year of better coffee' });
  const { top, bottom } = await textInSight(app);
  expect((await title.boundingBox())?.y).toBeGreaterThan(top);
  expect((await title.boundingBox())?.y).toBeLessThan(bottom / 2);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect((await page.getByText(/^5 links added · 5 sentences added/u).boundingBox())?.y).toBeGreaterThan(0);
  await page.locator('body').press('n');
  await expect.poll(() => isInSight(app, firstWoven)).toBe(true);
  await page.getByRole('toolbar').waitFor();
  await page.keyboard.press('n');
  await expect.poll(() => isInSight(app, 'In the end the gooseneck kettle')).toBe(true);
  await page.keyboard.press('p');
  await expect.poll(() => isInSight(app, firstWoven)).toBe(true);
  await page.keyboard.press('Escape');
}

/** Next link leads from one added sentence to the next, and Show changes to the first change. Copy stays in sight. */
async function seeWays(app: AppPage): Promise<void> {
  const { page } = app;
  for (const words of ['gooseneck kettle', 'small scale']) {
    await app.button('Next link').first().click();
    await expect.poll(() => isInSight(app, `In the end the ${words}`)).toBe(true);
  }
  await page.keyboard.press('Escape');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  expect(await isInSight(app, firstWoven)).toBe(false);
  expect((await app.button('Copy').boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await app.button('Show changes').click();
  await expect.poll(() => isInSight(app, firstWoven)).toBe(true);
  await app.button('Show changes').click();
}

/** A pointer over a link opens nothing. */
async function seeNoHover(app: AppPage): Promise<void> {
  const { page } = app;
  await page.getByRole('link', { name: 'hand grinder' }).hover();
  // Tools that open by hover would do so within this time.
  await page.waitForTimeout(1000);
  expect(await page.getByRole('toolbar').count()).toBe(0);
}

/** Returns the names of the controls in the window. */
function controlsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, [tabindex="0"]')]
      .filter((control) => {
        const { top, bottom, width } = control.getBoundingClientRect();
        return control.checkVisibility() && width > 1 && top < window.innerHeight && bottom > 0;
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent),
  );
}

/** One button is filled, the result has most of the width, and there are at most 18 controls in the window. */
async function seeControls(app: AppPage): Promise<void> {
  const { page } = app;
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await controlsOf(page)).length).toBeLessThanOrEqual(18);
  if (usual !== null) await page.setViewportSize(usual);
  const filled = page.locator('.button-primary:not([aria-disabled])');
  expect(await filled.allInnerTexts()).toEqual(['Copy']);
  const [panel, bench] = await Promise.all(
    ['.enhanced-panel', '.workbench'].map(async (part) => page.locator(part).boundingBox()),
  );
  expect((panel?.width ?? 0) / (bench?.width ?? 1)).toBeGreaterThanOrEqual(0.6);
}

/** The report opens beside the text, and closes by Escape and by a click outside. */
async function seeReport(app: AppPage): Promise<void> {
  const { page } = app;
  const report = page.getByRole('dialog', { name: 'Report' });
  const figures = app.button(/^Report: 5 links added/u);
  await figures.click();
  await report.getByText('Hand grinder with steel burrs').waitFor();
  const [box, text] = [await report.boundingBox(), await page.locator('.reading').boundingBox()];
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(text?.x ?? 0);
  await page.keyboard.press('Escape');
  await report.waitFor({ state: 'hidden' });
  await figures.click();
  await report.waitFor();
  await page.locator('.reading').click({ position: { x: 5, y: 5 } });
  await report.waitFor({ state: 'hidden' });
}

/** In a wide window, each link has its note in the margin, and no two lie over each other. */
async function seeNotes(app: AppPage): Promise<void> {
  const { page } = app;
  const usual = page.viewportSize();
  const notes = page.locator('.link-note:visible');
  expect(await notes.count()).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => notes.count()).toBe(5);
  expect(await notes.first().innerText()).toMatch(/^Hand grinder with steel burrs\s+shop\.example$/u);
  const boxes = await notes.evaluateAll((all) => all.map((note) => note.getBoundingClientRect().toJSON()));
  expect(boxes.filter((box, index) => box.top < (boxes[index - 1]?.bottom ?? 0))).toEqual([]);
  const text = await page.locator('.reading').boundingBox();
  expect(boxes.every(({ left }) => left > (text?.x ?? 0) + (text?.width ?? 0))).toBe(true);
  if (usual !== null) await page.setViewportSize(usual);
}

/** One press shows the links, and the focus unfolds the text. Reset unfolds all. */
async function foldAndUnfold(app: AppPage): Promise<void> {
  const { page } = app;
  expect(await app.rows.count()).toBe(0);
  await app.button('Show your links').press('Enter');
  expect(await app.rows.count()).toBe(5);
  expect(await app.rows.first().isChecked()).toBe(true);
  await app.button('Hide your links').click();
  expect(await app.rows.count()).toBe(0);
  expect(await app.button('Suggest links').count()).toBe(0);
  await app.content.focus();
  await app.button('Suggest links').waitFor();
  expect(await app.content.inputValue()).toBe(longContent);
  await app.reset.click();
  await expect.poll(() => app.rows.count()).toBe(5);
  await app.button('Use your own key').waitFor();
  expect(await app.button(/your links$/u).count()).toBe(0);
  expect(await page.locator('[data-folded]').count()).toBe(0);
}

/** Links do not fold while the user works in them. */
async function workInLinks(app: AppPage): Promise<void> {
  await app.content.fill(longContent);
  for (const row of await app.rows.all()) await row.check();
  await app.rows.first().focus();
  await app.generate.dispatchEvent('click');
  await app.waitForResult();
  await expect.poll(() => app.rows.count()).toBe(5);
  expect(await app.rows.first().evaluate((row) => row === document.activeElement)).toBe(true);
}

async function expectInside(inner: Locator, outer: Locator): Promise<void> {
  const [small, large] = [await inner.boundingBox(), await outer.boundingBox()];
  if (small === null || large === null) throw new Error('One of them is not drawn.');
  expect(small.x).toBeGreaterThanOrEqual(large.x);
  expect(small.x + small.width).toBeLessThanOrEqual(large.x + large.width);
  expect(small.y + small.height).toBeLessThanOrEqual(large.y + large.height);
}

/** A click shows the tools of a link under its sentence. Only Open, and a click with a key, open the address. */
async function seeTools(app: AppPage): Promise<void> {
  const { page } = app;
  const tools = page.getByRole('toolbar');
  const [first] = fiveLinks;
  const opened: string[] = [];
  await page.context().route('https://shop.example/**', async (route) => {
    opened.push(route.request().url());
    await route.fulfill({ body: 'shop' });
  });
  const link = page.getByRole('link', { name: 'hand grinder' });
  await link.click();
  await tools.waitFor();
  expect(opened).toEqual([]);
  const edit = await boxOf(app, firstWoven);
  expect((await tools.boundingBox())?.y).toBeGreaterThanOrEqual(edit.bottom);
  await expectInside(tools, page.getByRole('tabpanel'));

  const open1 = tools.getByRole('link', { name: 'Open' });
  expect(await open1.getAttribute('rel')).toBe('sponsored nofollow noopener noreferrer');
  const [shop] = await Promise.all([page.context().waitForEvent('page'), open1.click()]);
  await shop.waitForURL(first.url);
  await shop.close();
  // The headless shell opens no tabs in the background. So this only shows that the click is left to the browser.
  const isLeft = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const onClick = (event: MouseEvent) => {
          resolve(!event.defaultPrevented);
          event.preventDefault();
        };
        window.addEventListener('click', onClick, { once: true });
      }),
  );
  await link.click({ modifiers: ['ControlOrMeta'] });
  expect(await isLeft).toBe(true);
}

/** Enter leads to the tools of a link, and Escape back to it. */
async function useKeys(app: AppPage): Promise<void> {
  const { page } = app;
  await page.getByRole('link', { name: 'small scale' }).focus();
  await page.keyboard.press('Enter');
  expect(await page.locator(':focus').innerText()).toBe('Previous link');
  await page.keyboard.press('Escape');
  expect(await page.locator(':focus').innerText()).toBe('small scale');
}

/** The tools of the last sentence stay inside the panel, too. Without room under it, they stand above it. */
async function seeLastTools(app: AppPage): Promise<void> {
  const tools = app.page.getByRole('toolbar');
  const last = 'In the end the fresh coffee';
  await app.page.getByRole('link', { name: 'fresh coffee' }).click();
  await tools.waitFor();
  await expectInside(tools, app.page.getByRole('tabpanel'));
  const edit = await boxOf(app, last);
  expect((await tools.boundingBox())?.y).toBeGreaterThanOrEqual(edit.bottom);

  // More than fits under the sentence.
  await tools.evaluate((element, bottom) => {
    const panel = element.closest('[role=tabpanel]')?.getBoundingClientRect();
    element.style.minHeight = `${Math.min(panel?.bottom ?? 0, window.innerHeight) - bottom}px`;
  }, edit.bottom);
  await expect
    .poll(async () => {
      const { y = 0, height = 0 } = (await tools.boundingBox()) ?? {};
      return y + height <= (await boxOf(app, last)).top;
    })
    .toBe(true);
}

test('on a phone the page goes to the result, and a tap on a link shows its tools', async ({ open }) => {
  const app = await woven(open, phone);
  const { page } = app;
  const panel = page.getByRole('region', { name: 'Enhanced Content' });
  await expect.poll(async () => (await panel.boundingBox())?.y).toBeLessThan(422);
  expect((await panel.boundingBox())?.y).toBeGreaterThan(-20);
  await page.getByRole('link', { name: 'hand grinder' }).tap();
  await page.getByRole('toolbar').getByRole('link', { name: 'Open' }).waitFor();
  expect(page.context().pages().length).toBe(1);
});

/** The disclosure stands where it is copied. One press leaves it out, and another one puts it in. */
async function seeDisclosure(app: AppPage): Promise<void> {
  const { page } = app;
  const shown = page.locator('.disclosure');
  const words = 'I get commissions for purchases made through links in this post.';
  expect(await shown.innerText()).toBe(words);
  const before = (text: string, end: string) => text.slice(0, text.indexOf(end)).trimEnd().split('\n').at(-1);
  const { plain } = await app.copy();
  const copied = before(plain, `*${words}*`.slice(0, 20));
  expect(copied).toBe('# A year of better coffee');
  const line = shown.locator('xpath=ancestor::div[contains(@class,"woven-line")]');
  expect(
    await line.evaluate((div) => div.previousElementSibling?.previousElementSibling?.textContent),
  ).toContain('A year of better coffee');

  await app.button('Remove the disclosure').press('Enter');
  await shown.waitFor({ state: 'detached' });
  expect(await page.locator(':focus').innerText()).toBe('Add disclosure');
  expect((await app.copy()).plain).not.toContain('commissions');
  await app.button('Add disclosure').press('Enter');
  expect(await page.locator(':focus').innerText()).toBe('Remove');
  expect((await app.copy()).plain).toContain(`\n\n*${words}*\n\n`);
}

/** The result has no accessibility faults, folded or not, light and dark. */
async function seeNoFaults(app: AppPage): Promise<void> {
  const { page } = app;
  expect(await accessibilityFaults(page)).toEqual([]);
  await app.button('Show your links').click();
  await app.button(/^Report: /u).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colorFaults(page)).toEqual([]);
}

test('a text of 900 words opens at its top; a key and a button lead from link to link; it has few controls and no accessibility faults', async ({
  open,
}) => {
  const app = await woven(open);
  await seeOpening(app);
  await seeControls(app);
  await seeWays(app);
  await seeNoHover(app);
  await seeReport(app);
  await seeNotes(app);
  await seeNoFaults(app);
});

test('beside a result the links and the text fold, unfold on demand, and stay where the user works', async ({
  open,
}) => {
  const app = await woven(open);
  await foldAndUnfold(app);
  await workInLinks(app);
});

test('a click or Enter on a woven link shows its tools under the sentence, and Open or Ctrl+click opens the address', async ({
  open,
}) => {
  const app = await woven(open);
  await seeTools(app);
  await useKeys(app);
  await seeLastTools(app);
});

test('the disclosure stands where it is copied, is left out by one press and put in by another', async ({
  open,
}) => {
  await seeDisclosure(await woven(open));
});
