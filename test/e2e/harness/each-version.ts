import { readClipboard, type Clipboard } from './clipboard.ts';
import type { TabName, AppPage } from './app-page.ts';

/** Clicks a tab by script, which is faster than the mouse for tests with many versions. */
export async function showVersion({ page }: AppPage, name: TabName): Promise<void> {
  await page.evaluate(async (label) => {
    const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
    const tab = tabs.find(({ textContent }) => textContent.startsWith(label));
    const isShown = () => tab?.ariaSelected === 'true';
    tab?.click();
    while (!isShown()) await new Promise((resolve) => setTimeout(resolve, 10));
  }, name);
}

/** Clicks Copy by script and returns what another program receives on paste. */
export async function copyVersion({ page, content }: AppPage): Promise<Clipboard> {
  await page.evaluate(async () => {
    const reads = (words: string) =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words);
    const until = async (words: string) => {
      while (reads(words) === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
      return reads(words);
    };
    (await until('Copy'))?.click();
    await until('Copied');
  });
  return readClipboard(page, content);
}
