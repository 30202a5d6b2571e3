import { existsSync } from 'node:fs';
import process from 'node:process';

import { chromium } from 'playwright-core';

import { runCommand } from './run-command.ts';

/** The first is the same engine without a browser's own window: it does the tests' work with a third less of the processor. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The Chromium of this machine: the one named by CHROMIUM_PATH, one in a usual place, or Playwright's own. */
export function findChromium(): string | null {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, and there is nothing there.`);
    return named;
  }
  return [...usualPlaces, chromium.executablePath()].find((place) => existsSync(place)) ?? null;
}

/** Finds a Chromium or installs one: the distribution's where we may, else Playwright's. */
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
  // Not every distribution has the first.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const parameters = ['install', '-y', '-qq', '--no-install-recommends', name];
    const { exitCode, output } = await runCommand('apt-get', parameters, { environment });
    log += output;
    if (exitCode === 0) break;
  }
  return log;
}
