import type { Page } from 'playwright-core';

const scripts = '**/assets/*.js';

/**
 * Blocks all scripts. First waits for the scripts of the first load, because routing switches the browser's cache off,
 * and a script between its fetch and its import would be lost.
 */
export async function cutOffScripts(page: Page): Promise<void> {
  // On a slow machine the network is quiet for a while before these parts are requested.
  for (const name of ['Add instructions', 'Your data', 'Use your own key'])
    await page.getByRole('button', { name, exact: true }).waitFor();
  await page.locator('.selection-bar, .links-empty').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.route(scripts, (route) => route.abort());
}

export async function reconnectScripts(page: Page): Promise<void> {
  await page.unroute(scripts);
}
