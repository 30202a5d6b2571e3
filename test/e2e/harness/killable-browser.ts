import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { chromium, type Page } from 'playwright-core';

import { findChromium, launchArguments } from '#scripts/chromium.ts';

export type KillableBrowser = {
  readonly page: Page;
  /** Kills the browser at once, as a power cut would. */
  kill(): Promise<void>;
};

/**
 * Opens a separate browser whose profile stays after its end. It has no service workers, because caching the page takes
 * long.
 */
export async function openKillableBrowser(profile: string): Promise<KillableBrowser> {
  const program = findChromium();
  if (program === null) throw new Error('There is no Chromium on this machine.');
  const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(program, [...launchArguments, ...flags, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A separate process group, so that its child processes end with it.
    detached: true,
  });
  const ended = once(child, 'exit');
  const browser = await chromium.connectOverCDP(await debuggingAddress(child.stderr));
  const [context] = browser.contexts();
  await context?.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  const page = await context?.newPage();
  if (page === undefined) throw new Error('The browser did not open a page.');
  return {
    page,
    async kill() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}

async function debuggingAddress(printed: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(printed)) {
    const address = /DevTools listening on (ws:\S+)/u.exec(line)?.[1];
    if (address !== undefined) {
      printed.resume();
      return address;
    }
  }
  throw new Error('The browser did not print its debugging address.');
}
