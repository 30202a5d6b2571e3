import type { Locator } from 'playwright-core';

import type { AppPage } from './app-page.ts';

/** Opens "Your data" and waits until it shows what is saved. */
export async function openData(app: AppPage): Promise<void> {
  await app.button('Your data').click();
  await app.dialog.getByText('saved').first().waitFor();
}

export async function closeData(app: AppPage): Promise<void> {
  await app.page.keyboard.press('Escape');
  await app.dialog.waitFor({ state: 'detached' });
}

/** Returns the element of the open dialog with the recovery code. */
export function shownCode({ dialog }: AppPage): Locator {
  return dialog.getByRole('status', { name: 'Recovery code' });
}

/** Makes the open dialog show the recovery code and returns it. */
export async function showCode(app: AppPage): Promise<string> {
  await app.dialog.getByRole('button', { name: 'Show recovery code' }).click();
  return (await shownCode(app).textContent()) ?? '';
}

/** Opens the workspace of a recovery code from the open dialog. */
export async function openByCode({ dialog, page }: AppPage, code: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Recovery code' }).fill(code);
  await page.keyboard.press('Enter');
  await dialog.getByText('The links of the code are now in this browser.').waitFor();
}

/** Deletes all in the open dialog and confirms it. Does not wait for the result. */
export async function confirmDeleteAll({ dialog }: AppPage): Promise<void> {
  await dialog.getByRole('button', { name: 'Delete all my data…' }).click();
  await dialog.getByLabel('Type “delete” to confirm').fill('delete');
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
}
