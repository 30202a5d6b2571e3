import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { findChromium } from '#scripts/chromium.ts';

export const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No name but loopback resolves: nothing that a hostile text names can ever be reached.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null)
    throw new Error('There is no Chromium on this machine; `npm test` installs one.');
  return chromium.launch({ executablePath, args: launchArguments });
}

/** A page in a fresh context, watched for everything that must not happen on it. */
export type WatchedPage = {
  readonly page: Page;
  /** Alerts that were shown and that no test has taken yet, oldest first. */
  readonly alerts: string[];
  /** Console errors, uncaught errors and refused resources. A test that wants one takes it out. */
  readonly faults: string[];
  close(): Promise<void>;
};

type PageOptions = BrowserContextOptions & {
  /** Addresses that the page may ask besides its own server. */
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
    // What moves is drawn sixty times a second, without a graphics card by the processor.
    reducedMotion: 'reduce',
    ...options,
  });
  // There to end what hangs: a loaded machine keeps it.
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
