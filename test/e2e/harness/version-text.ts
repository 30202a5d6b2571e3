import type { Locator } from 'playwright-core';

import type { AppPage } from './app-page.ts';

/** Returns the text of the version without its toolbars, its marks and its disclosure. */
export function textOf({ page }: AppPage): Promise<string> {
  return page.locator('.reading').evaluate((reading) => {
    const copy = reading.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return '';
    for (const aside of copy.querySelectorAll('.weave-tools, .claim-mark')) aside.remove();
    const disclosure = copy.querySelector('.woven-line:has(.disclosure)');
    disclosure?.nextElementSibling?.remove();
    disclosure?.remove();
    return [...copy.querySelectorAll('.woven-line')].map((line) => line.textContent).join('\n');
  });
}

/**
 * Returns the edit with these words, and a point within it: at its start, outside its link, on the first line that is
 * wide enough. A version that was just brought back may be drawn once more, so the point is no point of the page.
 */
export async function startWithin({ page }: AppPage, words: string) {
  // Before the code of the editor is loaded, nothing takes a press.
  const edit = page.locator('.weave [data-edit]', { hasText: words });
  const position = await edit.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const line = [...element.getClientRects()].find(({ width }) => width > 24) ?? box;
    return { x: line.left - box.left + 12, y: line.top - box.top + 12 };
  });
  return { edit, position };
}

/** Presses the words of an edit and waits for its toolbar. */
export async function pressWords(app: AppPage, words: string): Promise<void> {
  const { edit, position } = await startWithin(app, words);
  await edit.click({ position });
  await app.page.getByRole('toolbar').waitFor();
}

/** Drags the handle to the end of these words. Throws if either is missing. */
export async function drag({ page }: AppPage, handle: Locator, words: string): Promise<void> {
  const from = await handle.boundingBox();
  const to = await page.locator('.reading').evaluate((reading, end) => {
    const walker = document.createTreeWalker(reading, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(end) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at + end.length - 1);
      range.setEnd(node, at + end.length);
      const { right, top, height } = range.getBoundingClientRect();
      return { x: right, y: top + height / 2 };
    }
    return null;
  }, words);
  if (from === null || to === null) throw new Error('The handle or the target was not found.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}
