import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

import { findChromium, launchArguments } from '#scripts/chromium.ts';

export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null)
    throw new Error('There is no Chromium on this machine; `npm test` installs one.');
  return chromium.launch({ executablePath, args: launchArguments });
}

/** A page in a new context that records its alerts and faults. */
export type WatchedPage = {
  readonly page: Page;
  /** Alerts that no test has taken yet, oldest first. */
  readonly alerts: string[];
  /** Console errors, uncaught errors and refused resources. A test that expects one removes it. */
  readonly faults: string[];
  close(): Promise<void>;
};

type PageOptions = BrowserContextOptions & {
  /** Addresses that the page may request besides its own server. */
  readonly asks?: readonly string[];
};

export async function openPage(
  browser: Browser,
  url: string,
  { asks = [], ...options }: PageOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: url,
    permissions: ['clipboard-read', 'clipboard-write'],
    // Without a graphics card, the processor draws each frame of an animation.
    reducedMotion: 'reduce',
    ...options,
  });
  // This timeout only ends tests that hang. A busy machine stays below it.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const alerts: string[] = [];
  const faults: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const isExpected = [url, 'data:', 'blob:', ...asks].some((start) => request.url().startsWith(start));
    if (!isExpected) faults.push(`foreign request: ${request.url()}`);
  });
  return { page, alerts, faults, close: () => context.close() };
}
