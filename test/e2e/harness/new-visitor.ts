import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Makes this browser a new visitor without cookie, secret and cached links. Does it again if a request that was on its way
 * has brought the earlier visitor back.
 */
export async function becomeNewVisitor(page: Page): Promise<void> {
  const isNew = () =>
    page
      .getByText('No links saved yet')
      .waitFor({ timeout: 5000 })
      .then(
        () => true,
        () => false,
      );
  await expect
    .poll(async () => {
      await forgetVisitor(page);
      return isNew();
    })
    .toBe(true);
}

async function forgetVisitor(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('linkweft-workspace');
        deleting.addEventListener('success', () => resolve());
        deleting.addEventListener('error', () => reject(new Error('The database was not deleted.')));
      }),
  );
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('changeWorkspace', { detail: 'deleted' })));
}
