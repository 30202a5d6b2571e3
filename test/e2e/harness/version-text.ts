import type { AppPage } from './app-page.ts';

/** Returns the text of the version without its toolbars, its marks and its disclosure. */
export function textOf({ page }: AppPage): Promise<string> {
  return page.locator('.reading').evaluate((reading) => {
    const copy = reading.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return '';
    for (const aside of copy.querySelectorAll('[data-aside]')) aside.remove();
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
