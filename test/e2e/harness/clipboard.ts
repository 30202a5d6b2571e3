import type { JSHandle, Locator, Page } from 'playwright-core';
import * as z from 'zod/mini';

export type Clipboard = { readonly html: string; readonly plain: string };

type Pasting = { readonly clipboard: Promise<unknown> };

/** Reads the clipboard through a paste event, because the asynchronous API would sanitize the HTML again. */
export async function readClipboard(page: Page, content: Locator): Promise<Clipboard> {
  return takePaste(page, await content.evaluateHandle(awaitPaste));
}

/** Runs in the page: returns the data of the next paste before the page receives it. */
function awaitPaste(field: HTMLElement | SVGElement): Pasting {
  field.focus();
  const clipboard = new Promise<unknown>((resolve) => {
    const take = (event: ClipboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      const of = (type: string) => event.clipboardData?.getData(type);
      resolve({ html: of('text/html'), plain: of('text/plain') });
    };
    document.addEventListener('paste', take, { once: true, capture: true });
  });
  return { clipboard };
}

async function takePaste(page: Page, pasted: JSHandle<Pasting>): Promise<Clipboard> {
  await page.keyboard.press('ControlOrMeta+V');
  const clipboard = await pasted.evaluate((box) => box.clipboard);
  return z.object({ html: z.string(), plain: z.string() }).parse(clipboard);
}
