import type { Page } from 'playwright-core';

/** A row of the list that is drawn. `setSize`: how many rows there are in all; -1 while nobody knows. */
type DrawnRow = { readonly index: number; readonly description: string; readonly setSize: number };

/** Scrolls a list of many rows from its top to its end. `onStep` sees each stretch while it is drawn. */
export async function readManyRows(page: Page, onStep: () => Promise<void>): Promise<string[]> {
  const texts = new Map<number, string>();
  for (;;) {
    const rows = await drawnRows(page);
    await onStep();
    for (const { index, description } of rows) texts.set(index, description);
    if (rows.some(({ setSize }) => setSize >= 0 && texts.size >= setSize)) break;
    await page.locator('.link-box').evaluate(async (box) => {
      box.scrollBy({ top: box.clientHeight, behavior: 'instant' });
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await frame();
      await frame();
    });
  }
  return [...texts].sort(([a], [b]) => a - b).map(([, description]) => description);
}

function drawnRows(page: Page): Promise<DrawnRow[]> {
  return page.locator('.link-row').evaluateAll((rows) =>
    rows.map((row) => ({
      index: Number(row.getAttribute('data-index')),
      description: row.querySelector('.link-description')?.textContent ?? '',
      setSize: Number(row.getAttribute('aria-setsize') ?? -1),
    })),
  );
}
