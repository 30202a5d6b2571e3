import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';

import { openBrowser, openPage } from './browser.ts';
import type { WatchedPage } from './browser.ts';
import { saveLinksIn } from './save-links.ts';
import type { NewLink } from './save-links.ts';
import type { LinkweftServer } from './server.ts';
import { createShelf } from './shelf.ts';
import { createWorkbench } from './workbench.ts';
import type { Workbench } from './workbench.ts';

type DeskOptions = BrowserContextOptions & {
  readonly path?: string;
  /** Saved by this visitor before the page is opened, the last one newest. */
  readonly links?: readonly NewLink[];
  /** Addresses that the page may ask besides its own server. */
  readonly asks?: readonly string[];
  /** Where the page is served, if not by the server of this file. */
  readonly origin?: string;
};

/** Opens the page in a fresh context of its own. */
export type OpenDesk = (options?: DeskOptions) => Promise<Workbench>;

/**
 * Tests on the real server in a real browser: one server for a file, one browser for all files of a worker, a fresh
 * context for every desk that is opened.
 * `clearDesk` is one desk for the file, as it is after Reset: for tests to which a page loaded anew would add nothing.
 * A console error, an uncaught error, a request to elsewhere or an alert that the test did not take fails the test.
 */
export function journeyOn<Server extends LinkweftServer>(start: () => Promise<Server>) {
  return test
    .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
      const browser = await openBrowser();
      onCleanup(() => browser.close());
      return browser;
    })
    .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
      const server = await start();
      onCleanup(() => server.stop());
      return server;
    })
    .extend('open', async ({ browser, server }, { onCleanup }) => {
      const opened: WatchedPage[] = [];
      const open: OpenDesk = async ({ path = '/', origin = server.url, links = [], ...options } = {}) => {
        const watched = await openPage(browser, origin, options);
        opened.push(watched);
        await saveLinksIn(watched.page.context(), links);
        await watched.page.goto(path);
        return createWorkbench(watched);
      };
      onCleanup(async () => {
        await Promise.all(opened.map((watched) => watched.close()));
        for (const { alerts, faults } of opened)
          expect({ alerts, faults }).toEqual({ alerts: [], faults: [] });
      });
      return open;
    })
    .extend('desk', ({ open }) => open())
    .extend('shelf', { scope: 'file' }, async ({ browser, server }, { onCleanup }) => {
      const shelf = createShelf(async () => {
        const watched = await openPage(browser, server.url);
        await watched.page.goto('/');
        return createWorkbench(watched);
      });
      onCleanup(shelf.drop);
      return shelf;
    })
    .extend('clearDesk', async ({ shelf, onTestFailed }, { onCleanup }) => {
      // What a failed test left behind is no matter of the next one.
      onTestFailed(shelf.drop);
      const desk = await shelf.take();
      onCleanup(() => {
        const seen = { alerts: desk.alerts.splice(0), faults: desk.faults.splice(0) };
        expect(seen).toEqual({ alerts: [], faults: [] });
      });
      return desk;
    });
}
