import { existsSync } from 'node:fs';
import process from 'node:process';

import { chromium } from 'playwright-core';

import { runCommand } from './run-command.ts';

const usualPlaces = [
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
  const update = await runCommand('apt-get', ['update', '-qq'], { environment });
  const install = await runCommand(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    {
      environment,
    },
  );
  return update.output + install.output;
}
