import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { saveSharedLinks, type NewLink } from './save-links.ts';

/** The built server as a separate process with its own data directory. */
export type LinkweftServer = {
  readonly url: string;
  readonly processId: number;
  /** Returns the output so far. */
  log(): string;
  /** Saves links into the shared list. With separate workspaces, use `open({ links })` instead. */
  saveLinks(links: readonly NewLink[]): Promise<string[]>;
  /** Kills the server at once, as a power cut would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

/** In milliseconds. */
const startLimit = 60_000;

/** All tests are one visitor for the server, so limits are off. Tests of the limits set their own. */
const unlimited = {
  LIMIT_GENERATIONS_PER_MINUTE: '0',
  LIMIT_GENERATIONS_PER_DAY: '0',
  LIMIT_RUNNING_PER_WORKSPACE: '0',
  LIMIT_WORKSPACES_PER_DAY: '0',
  LIMIT_BYTES_PER_DAY: '0',
  BUDGET_DAILY_USD: 'off',
};

/**
 * Starts the built server with one shared list, so that tests can save links without a browser. `WORKSPACE: 'own'`
 * gives each visitor a workspace.
 */
export async function startServer(
  environment: Readonly<Record<string, string>> = {},
  program = 'dist/server/main.js',
): Promise<LinkweftServer> {
  const folder = await mkdtemp(join(tmpdir(), 'linkweft-e2e-'));
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      LOCAL_MODEL_PORTS: 'off',
      // The machine may be busy with other tests.
      LOCAL_MODEL_TIMEOUT_MS: '30000',
      DATA_DIR: folder,
      WORKSPACE: 'shared',
      SHUTDOWN_TIMEOUT: '1',
      ...unlimited,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const ended = once(child, 'exit');

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await ended;
    }
  }

  async function stop(): Promise<void> {
    await end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }

  const url = await addressOf(
    () => printed,
    () => child.exitCode !== null,
  );
  if (url === null) {
    await stop();
    throw new Error(`The server did not start.\n${printed}`);
  }
  return {
    url,
    processId: child.pid ?? 0,
    log: () => printed,
    async saveLinks(links) {
      if (environment['WORKSPACE'] === 'own') throw new Error('Only a visitor can save links here.');
      return saveSharedLinks(url, links);
    },
    kill: () => end('SIGKILL'),
    stop,
  };
}

/** Waits until the server answers requests for data. Returns its origin, or null if it ends or takes too long. */
async function addressOf(printed: () => string, hasEnded: () => boolean): Promise<string | null> {
  const limit = Date.now() + startLimit;
  while (Date.now() < limit && !hasEnded()) {
    // The address of the server, without the path of the page.
    const url = /ready at (http:\/\/[^\s/]+)/u.exec(printed())?.[1];
    // After a start that took seconds, the server counts as busy for a second.
    const response = url === undefined ? null : await fetch(`${url}/api/links?limit=1`).catch(() => null);
    if (url !== undefined && response !== null && response.status !== 503) return url;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return null;
}
