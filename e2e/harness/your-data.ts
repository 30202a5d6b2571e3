import type { Locator } from 'playwright-core';

import type { Workbench } from './workbench.ts';

/** Opens "Your data" and waits until it shows what is saved. */
export async function openData(desk: Workbench): Promise<void> {
  await desk.button('Your data').click();
  await desk.dialog.getByText('saved').first().waitFor();
}

export async function closeData(desk: Workbench): Promise<void> {
  await desk.page.keyboard.press('Escape');
  await desk.dialog.waitFor({ state: 'detached' });
}

/** Returns the element of the open dialog with the recovery code. */
export function shownCode({ dialog }: Workbench): Locator {
  return dialog.getByRole('status', { name: 'Recovery code' });
}

/** Makes the open dialog show the recovery code and returns it. */
export async function showCode(desk: Workbench): Promise<string> {
  await desk.dialog.getByRole('button', { name: 'Show recovery code' }).click();
  return (await shownCode(desk).textContent()) ?? '';
}

/** Opens the workspace of a recovery code from the open dialog. */
export async function openByCode({ dialog, page }: Workbench, code: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Recovery code' }).fill(code);
  await page.keyboard.press('Enter');
  await dialog.getByText('The workspace is open in this browser.').waitFor();
}

/** Deletes all in the open dialog and confirms it. Does not wait for the result. */
export async function confirmDeleteAll({ dialog }: Workbench): Promise<void> {
  await dialog.getByRole('button', { name: 'Delete all my data…' }).click();
  await dialog.getByLabel('Type “delete” to confirm').fill('delete');
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
}
