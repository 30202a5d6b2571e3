import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

import type { AppPage } from './app-page.ts';

type BlankPage = { readonly page: Page; readonly alerts: string[] };

const blankPages = new WeakMap<BrowserContext, Promise<BlankPage>>();

/** Returns the blank page of the browser context. All pastes of a context share it. */
function blankPageOf(app: AppPage): Promise<BlankPage> {
  const context = app.page.context();
  const blank = blankPages.get(context) ?? openBlank(context);
  blankPages.set(context, blank);
  return blank;
}

async function openBlank(context: BrowserContext): Promise<BlankPage> {
  const page = await context.newPage();
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  return { page, alerts };
}

/**
 * Opens pasted HTML as a page that runs its scripts, as a careless program would. Returns the tags and attributes, and
 * fails on an alert.
 */
export async function openPasted(
  app: AppPage,
  html: string,
): Promise<{ tags: string[]; attributes: string[] }> {
  const { page, alerts } = await blankPageOf(app);
  await page.setContent(html, { waitUntil: 'commit' });
  const found = await page.evaluate(() => {
    const elements = [...document.body.querySelectorAll('*')];
    const names = elements.flatMap((element) => element.getAttributeNames());
    return { tags: [...new Set(elements.map(({ tagName }) => tagName))], attributes: [...new Set(names)] };
  });
  expect(alerts.splice(0)).toEqual([]);
  return found;
}
