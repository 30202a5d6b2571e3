import type { Browser, BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';

import { openBrowser, openPage, type WatchedPage } from './browser.ts';
import { share } from './share.ts';
import { saveLinksIn, type NewLink } from './save-links.ts';
import type { LinkweftServer } from './server.ts';
import { clear, createAppPage, type AppPage } from './app-page.ts';

type AppOptions = BrowserContextOptions & {
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

export type OpenApp = (options?: AppOptions) => Promise<AppPage>;

/** A worker fixture is created again for each file. This browser serves all files of a worker. */
const sharedBrowser = share(openBrowser, (browser) => browser.close());

async function openedBrowser(): Promise<Browser> {
  const browser = await sharedBrowser.take();
  if (browser.isConnected()) return browser;
  await sharedBrowser.drop();
  return sharedBrowser.take();
}

/**
 * Returns tests with the real server and a real browser. Each file has one server, each worker one browser, and each
 * opened page a new context. `cleanApp` is one shared page per file in its state after Reset, for tests that do not
 * need a reload. A test fails on a console error, uncaught error, foreign request or alert that it did not take.
 */
export function journeyOn<Server extends LinkweftServer>(
  start: () => Promise<Server>,
  { keepsPage = false }: JourneyOptions = {},
) {
  const serviceWorkers = keepsPage ? 'allow' : 'block';

  return test
    .extend('browser', { scope: 'worker' }, ({}, { onCleanup }) => {
      onCleanup(sharedBrowser.drop);
      return openedBrowser();
    })
    .extend('sharedServer', { scope: 'file' }, async ({}, { onCleanup }) => {
      const shared = share(start, (server) => server.stop());
      onCleanup(shared.drop);
      return shared;
    })
    .extend('server', async ({ sharedServer, onTestFailed }) => {
      // The next test must not see the state of a failed one.
      onTestFailed(sharedServer.drop);
      return sharedServer.take();
    })
    .extend('open', async ({ browser, server, onTestFinished }, { onCleanup }) => {
      const opened: WatchedPage[] = [];
      const open: OpenApp = async ({ path = '/', origin = server.url, links = [], ...options } = {}) => {
        const watched = await openPage(browser, origin, { serviceWorkers, ...options });
        opened.push(watched);
        await saveLinksIn(watched.page.context(), links);
        await watched.page.goto(path);
        return createAppPage(watched);
      };
      onCleanup(async () => {
        await Promise.all(opened.map((watched) => watched.close()));
      });
      onTestFinished(() => opened.forEach(expectNothingLeft));
      return open;
    })
    .extend('app', ({ open }) => open())
    .extend('sharedApp', { scope: 'file' }, async ({ browser, sharedServer }, { onCleanup }) => {
      const shared = share(
        async () => {
          const { url } = await sharedServer.take();
          const watched = await openPage(browser, url, { serviceWorkers });
          await watched.page.goto('/');
          return createAppPage(watched);
        },
        (app) => app.close(),
      );
      onCleanup(shared.drop);
      return shared;
    })
    .extend('cleanApp', async ({ sharedApp, sharedServer, onTestFailed, onTestFinished }) => {
      // The next test must not see the state of a failed one.
      onTestFailed(sharedApp.drop);
      onTestFailed(sharedServer.drop);
      // A failed test on its own page has already stopped the server of this page.
      const { url } = await sharedServer.take();
      if (!(await sharedApp.take()).page.url().startsWith(url)) await sharedApp.drop();
      const app = await sharedApp.take();
      await clear(app);
      onTestFinished(() => expectNothingLeft(app));
      return app;
    });
}

/** Removes the alerts and faults, so that the next test on this page starts without them. */
function expectNothingLeft({ alerts, faults }: WatchedPage): void {
  const seen = { alerts: alerts.splice(0), faults: faults.splice(0) };
  expect(seen).toEqual({ alerts: [], faults: [] });
}
