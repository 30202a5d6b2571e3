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
  /** Saved by this visitor before the page is opened, the last one newest. */
  readonly links?: readonly NewLink[];
  /** Addresses that the page may ask besides its own server. */
  readonly asks?: readonly string[];
  /** Where the page is served, if not by the server of this file. */
  readonly origin?: string;
};

type JourneyOptions = {
  /** Whether pages keep themselves for times without a network, which takes as long as to open one. */
  readonly keepsPage?: boolean;
};

/** Opens the page in a fresh context of its own. */
export type OpenDesk = (options?: DeskOptions) => Promise<Workbench>;

/** A fixture of the worker is made anew for each file that asks for it, and ended with the worker: this is not. */
const keptBrowser = keep(openBrowser, (browser) => browser.close());

async function liveBrowser(): Promise<Browser> {
  const browser = await keptBrowser.take();
  if (browser.isConnected()) return browser;
  await keptBrowser.drop();
  return keptBrowser.take();
}

/**
 * Tests on the real server in a real browser: one server for a file, one browser for all files of a worker, a fresh
 * context for every desk that is opened.
 * `clearDesk` is one desk for the file, as it is after Reset: for tests to which a page loaded anew would add nothing.
 * A console error, an uncaught error, a request to elsewhere or an alert that the test did not take fails the test.
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
      // What a failed test left behind is no matter of the next one.
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
      // What a failed test left behind is no matter of the next one.
      onTestFailed(keptDesk.drop);
      onTestFailed(keptServer.drop);
      // A test on a page of its own that failed has ended the server of this one.
      const { url } = await keptServer.take();
      if (!(await keptDesk.take()).page.url().startsWith(url)) await keptDesk.drop();
      const desk = await keptDesk.take();
      await clear(desk);
      onTestFinished(() => expectNothingLeft(desk));
      return desk;
    });
}

/** Takes what was seen, so that the next test that uses the page has nothing to do with it. */
function expectNothingLeft({ alerts, faults }: WatchedPage): void {
  const seen = { alerts: alerts.splice(0), faults: faults.splice(0) };
  expect(seen).toEqual({ alerts: [], faults: [] });
}
