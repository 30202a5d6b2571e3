import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
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

const startLimit = 20_000;

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
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(port),
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

  const server: LinkweftServer = {
    url,
    processId: child.pid ?? 0,
    log: () => printed,
    async saveLinks(links) {
      if (environment['WORKSPACE'] === 'own') throw new Error('Only a visitor can save links here.');
      return saveSharedLinks(url, links);
    },
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
  const isUp = await answers(url, () => child.exitCode !== null);
  if (isUp) return server;
  await server.stop();
  throw new Error(`The server did not start.\n${printed}`);
}

async function answers(url: string, hasEnded: () => boolean): Promise<boolean> {
  const limit = Date.now() + startLimit;
  while (Date.now() < limit && !hasEnded()) {
    const response = await fetch(`${url}/`).catch(() => null);
    if (response !== null) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

/** Returns a port that is free at this moment. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
