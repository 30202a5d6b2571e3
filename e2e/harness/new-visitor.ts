import type { Page } from 'playwright-core';

/** Makes a new visitor of the one at this page: neither cookie nor secret nor copies of links are left. */
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
