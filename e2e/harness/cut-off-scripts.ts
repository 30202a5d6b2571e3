import type { Page } from 'playwright-core';

const scripts = '**/assets/*.js';

/**
 * Blocks all scripts. First waits for the scripts of the first load: routing switches the browser's cache off, so a
 * script between its fetch and its import would be lost.
 */
export async function cutOffScripts(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.route(scripts, (route) => route.abort());
}

export async function reconnectScripts(page: Page): Promise<void> {
  await page.unroute(scripts);
}
