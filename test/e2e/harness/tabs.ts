import type { Page } from 'playwright-core';
import * as z from 'zod/mini';

import { createAppPage, type AppPage } from './app-page.ts';

export async function secondTab(app: AppPage): Promise<AppPage> {
  const page = await app.page.context().newPage();
  await page.goto(app.page.url());
  return createAppPage({ ...app, page });
}

/** Cuts the network of all tabs after the service worker has cached the page. */
export async function leaveNetwork({ page }: AppPage): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.context().setOffline(true);
}

/** Returns those of the newest 100 descriptions on the server that match `own`. */
export async function saved(page: Page, own: RegExp): Promise<string[]> {
  const descriptions = await page.evaluate(async () => {
    const { links } = await (await fetch('/api/links?limit=100')).json();
    return links.map(({ description }: { description: string }) => description);
  });
  return z
    .array(z.string())
    .parse(descriptions)
    .filter((description) => own.test(description));
}
