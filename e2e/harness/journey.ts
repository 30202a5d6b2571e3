import type { Browser, BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';

import { openBrowser, openPage } from './browser.ts';
import type { WatchedPage } from './browser.ts';
import { keep } from './keep.ts';
import { saveLinksIn } from './save-links.ts';
import type { NewLink } from './save-links.ts';
import type { LinkweftServer } from './server.ts';
import { clear, createWorkbench } from './workbench.ts';
import type { Workbench } from './workbench.ts';

type DeskOptions = BrowserContextOptions & {
  readonly path?: string;
  /** Links to save before the page opens, the newest last. */
  readonly links?: readonly NewLink[];
  /** Addresses that the page may request besides its own server. */
  readonly asks?: readonly string[];
  /** The origin of the page, by default the server of this file. */
  readonly origin?: string;
};

type JourneyOptions = {
  /** Allows the service worker that caches the page. Caching takes as long as opening a page. */
  readonly keepsPage?: boolean;
};

/** Opens the page in a new context. */
export type OpenDesk = (options?: DeskOptions) => Promise<Workbench>;

/** A worker fixture is created again for each file. This browser serves all files of a worker. */
const keptBrowser = keep(openBrowser, (browser) => browser.close());

async function liveBrowser(): Promise<Browser> {
  const browser = await keptBrowser.take();
  if (browser.isConnected()) return browser;
  await keptBrowser.drop();
  return keptBrowser.take();
}

/**
 * Returns tests with the real server and a real browser. Each file has one server, each worker one browser, and each
 * opened page a new context. `clearDesk` is one shared page per file in its state after Reset, for tests that do not
 * need a reload. A console error, an uncaught error, a foreign request or an alert fails a test that did not take it.
 */
export function journeyOn<Server extends LinkweftServer>(
  start: () => Promise<Server>,
  { keepsPage = false }: JourneyOptions = {},
) {
  const serviceWorkers = keepsPage ? 'allow' : 'block';

  return test
    .extend('browser', { scope: 'worker' }, ({}, { onCleanup }) => {
      onCleanup(keptBrowser.drop);
      return liveBrowser();
    })
    .extend('keptServer', { scope: 'file' }, async ({}, { onCleanup }) => {
      const kept = keep(start, (server) => server.stop());
      onCleanup(kept.drop);
      return kept;
    })
    .extend('server', async ({ keptServer, onTestFailed }) => {
      // The next test must not see the state of a failed one.
      onTestFailed(keptServer.drop);
      return keptServer.take();
    })
    .extend('open', async ({ browser, server, onTestFinished }, { onCleanup }) => {
      const opened: WatchedPage[] = [];
      const open: OpenDesk = async ({ path = '/', origin = server.url, links = [], ...options } = {}) => {
        const watched = await openPage(browser, origin, { serviceWorkers, ...options });
        opened.push(watched);
        await saveLinksIn(watched.page.context(), links);
        await watched.page.goto(path);
        return createWorkbench(watched);
      };
      onCleanup(async () => {
        await Promise.all(opened.map((watched) => watched.close()));
      });
      onTestFinished(() => opened.forEach(expectNothingLeft));
      return open;
    })
    .extend('desk', ({ open }) => open())
    .extend('keptDesk', { scope: 'file' }, async ({ browser, keptServer }, { onCleanup }) => {
      const kept = keep(
        async () => {
          const { url } = await keptServer.take();
          const watched = await openPage(browser, url, { serviceWorkers });
          await watched.page.goto('/');
          return createWorkbench(watched);
        },
        (desk) => desk.close(),
      );
      onCleanup(kept.drop);
      return kept;
    })
    .extend('clearDesk', async ({ keptDesk, keptServer, onTestFailed, onTestFinished }) => {
      // The next test must not see the state of a failed one.
      onTestFailed(keptDesk.drop);
      onTestFailed(keptServer.drop);
      // A failed test on its own page has already stopped the server of this page.
      const { url } = await keptServer.take();
      if (!(await keptDesk.take()).page.url().startsWith(url)) await keptDesk.drop();
      const desk = await keptDesk.take();
      await clear(desk);
      onTestFinished(() => expectNothingLeft(desk));
      return desk;
    });
}

/** Removes the alerts and faults, so that the next test on this page starts without them. */
function expectNothingLeft({ alerts, faults }: WatchedPage): void {
  const seen = { alerts: alerts.splice(0), faults: faults.splice(0) };
  expect(seen).toEqual({ alerts: [], faults: [] });
}
