import type { Page } from 'playwright-core';

/** A drawn row of the list. `setSize` is the number of all rows, or -1 while it is unknown. */
type DrawnRow = { readonly index: number; readonly description: string; readonly setSize: number };

/** Scrolls a long list from its top to its end and returns the descriptions. Calls `onStep` at each position. */
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
