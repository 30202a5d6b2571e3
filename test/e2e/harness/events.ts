import type { Page } from 'playwright-core';
import * as z from 'zod/mini';

type PageEvent = { readonly type: string; readonly linkId: string | null };

/** Returns a function that returns the events of the page since this call. */
export async function listen(page: Page): Promise<() => Promise<PageEvent[]>> {
  await page.evaluate(() => {
    const heard: { type: string; linkId: unknown }[] = [];
    for (const type of ['refreshLinks', 'resetApp']) {
      window.addEventListener(type, (event) => {
        const detail: unknown = event instanceof CustomEvent ? event.detail : null;
        const linkId =
          typeof detail === 'object' && detail !== null && 'linkId' in detail ? detail.linkId : null;
        heard.push({ type, linkId });
        document.documentElement.dataset['heard'] = JSON.stringify(heard);
      });
    }
  });
  const schema = z.array(z.object({ type: z.string(), linkId: z.nullable(z.string()) }));
  return async () =>
    schema.parse(JSON.parse((await page.evaluate(() => document.documentElement.dataset['heard'])) ?? '[]'));
}

export async function refreshLinks(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('refreshLinks')));
}
