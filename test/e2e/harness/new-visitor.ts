import type { Page } from 'playwright-core';

/** Makes this browser a new visitor without cookie, secret and cached links. */
export async function becomeNewVisitor(page: Page): Promise<void> {
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
  await page.getByText('No links saved yet').waitFor();
}
