import { existsSync } from 'node:fs';
import process from 'node:process';

import { chromium } from 'playwright-core';

import { runCommand } from './run-command.ts';

/** The first program has no window. With it, the tests need a third less processor time. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The arguments of a browser for tests. */
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
  // Only loopback resolves, so that no address in a hostile text can be reached.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Returns the path of Chromium: CHROMIUM_PATH, a usual place, or Playwright's own. Null if there is none. */
export function findChromium(): string | null {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, and there is nothing there.`);
    return named;
  }
  return [...usualPlaces, chromium.executablePath()].find((place) => existsSync(place)) ?? null;
}

/**
 * Returns the path of Chromium. Installs it if there is none: from the distribution if possible, otherwise from
 * Playwright.
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found !== null) return found;
  const log = process.getuid?.() === 0 ? await installFromDistribution() : '';
  const { output } =
    findChromium() === null
      ? await runCommand('node_modules/.bin/playwright-core', ['install', '--no-shell', 'chromium'])
      : { output: '' };
  const installed = findChromium();
  if (installed === null)
    throw new Error(`No Chromium was found and none could be installed.\n${log}${output}`);
  return installed;
}

async function installFromDistribution(): Promise<string> {
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  let log = (await runCommand('apt-get', ['update', '-qq'], { environment })).output;
  // Some distributions do not have the first package.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const parameters = ['install', '-y', '-qq', '--no-install-recommends', name];
    const { exitCode, output } = await runCommand('apt-get', parameters, { environment });
    log += output;
    if (exitCode === 0) break;
  }
  return log;
}
