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

/** Returns the part of the panel where text is in sight: below its head, above its end and the end of the window. */
async function textInSight({ page }: AppPage): Promise<{ top: number; bottom: number }> {
  return page.getByRole('tabpanel').evaluate((panel) => ({
    top: panel.querySelector('.version-head')?.getBoundingClientRect().bottom ?? Number.NaN,
    bottom: Math.min(panel.getBoundingClientRect().bottom, window.innerHeight),
  }));
}

async function isInSight(app: AppPage, words: string): Promise<boolean> {
  const [box, { top, bottom }] = [await boxOf(app, words), await textInSight(app)];
  return box.top >= top && box.bottom <= bottom;
}

/** The text opens at its first woven sentence, with the words before it, and the page does not scroll. */
async function seeOpening(app: AppPage): Promise<void> {
  expect(await isInSight(app, firstWoven)).toBe(true);
  expect((await boxOf(app, firstWoven)).top - (await textInSight(app)).top).toBeGreaterThan(50);
  expect(await app.page.evaluate(() => window.scrollY)).toBe(0);
  // The status stays in sight above it.
  expect((await app.page.getByText('5 of 5 links woven').boundingBox())?.y).toBeGreaterThan(0);
  await app.tab('Experimental').click();
  await expect.poll(() => isInSight(app, 'Against all odds the hand grinder')).toBe(true);
  await app.tab('Safe').click();
  await expect.poll(() => isInSight(app, firstWoven)).toBe(true);
}

/** Next link leads from one woven sentence to the next, and Show changes to the first change. */
async function seeWays(app: AppPage): Promise<void> {
  const { page } = app;
  for (const words of ['hand grinder', 'gooseneck kettle', 'small scale']) {
    await app.button('Next link').first().click();
    await expect.poll(() => isInSight(app, `In the end the ${words}`)).toBe(true);
  }
  await page.getByRole('tabpanel').evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
  expect(await isInSight(app, firstWoven)).toBe(false);
  await app.button('Show changes').click();
  await expect.poll(() => isInSight(app, firstWoven)).toBe(true);
  await app.button('Show changes').click();
}

/** Returns the names of the controls that a user sees, without the links of the text. */
function controlsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, input, select, textarea, summary, [role=tab]')]
      .filter((control) => control.checkVisibility() && control.getBoundingClientRect().width > 1)
      .filter((control) => control.closest('.edit') === null)
      .map((control) => control.getAttribute('aria-label') ?? control.textContent),
  );
}

/** One button is filled, the result has most of the width, and there are at most 26 controls. */
async function seeControls(app: AppPage): Promise<void> {
  const { page } = app;
  expect((await controlsOf(page)).length).toBeLessThanOrEqual(26);
  const filled = page.locator('.button-primary:not([aria-disabled])');
  expect(await filled.allInnerTexts()).toEqual(['Copy']);
  const [panel, bench] = await Promise.all(
    ['.enhanced-panel', '.workbench'].map(async (part) => page.locator(part).boundingBox()),
  );
  expect((panel?.width ?? 0) / (bench?.width ?? 1)).toBeGreaterThanOrEqual(0.6);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(720);
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
  expect(copied).toBe(
    before(
      plain.replace(/\*I get.*\*\n\n/u, ''),
      'Some days the cup is bright, and some days it tastes of little at all. In the end',
    ),
  );
  const line = shown.locator('xpath=ancestor::div[contains(@class,"woven-line")]');
  expect(await line.evaluate((div) => div.previousElementSibling?.previousElementSibling?.textContent)).toBe(
    copied,
  );

  await app.button('Leave it out').press('Enter');
  await shown.waitFor({ state: 'detached' });
  expect(await page.locator(':focus').innerText()).toBe('Put disclosure in');
  expect((await app.copy()).plain).not.toContain('commissions');
  await app.button('Put disclosure in').press('Enter');
  expect(await page.locator(':focus').innerText()).toBe('Leave it out');
  expect((await app.copy()).plain).toContain(`\n\n*${words}*\n\n`);
}

/** The result has no accessibility faults, folded or not, light and dark. */
async function seeNoFaults(app: AppPage): Promise<void> {
  const { page } = app;
  expect(await accessibilityFaults(page)).toEqual([]);
  await app.page.getByText('5 of 5 links woven').click();
  await app.button('Show your links').click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colorFaults(page)).toEqual([]);
}

test('a text of 900 words opens at its first woven sentence; controls lead on from there; it has few controls and no accessibility faults', async ({
  open,
}) => {
  const app = await woven(open);
  await seeOpening(app);
  await seeControls(app);
  await seeWays(app);
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
