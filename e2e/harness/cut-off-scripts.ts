import type { Page } from 'playwright-core';

const scripts = '**/assets/*.js';

/**
 * Puts every script out of reach. While requests are caught the browser's cache is off, so that a part which is
 * between its fetch and its import would be lost: those of the first look are there before.
 */
export async function cutOffScripts(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.route(scripts, (route) => route.abort());
}

export async function reconnectScripts(page: Page): Promise<void> {
  await page.unroute(scripts);
}
