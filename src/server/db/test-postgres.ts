import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';

import { findPostgresPrograms } from './test-postgres-programs.ts';

export type TestPostgres = {
  /** The URL of an empty schema. */
  readonly url: string;
  /** Null when the server was not started here. */
  readonly server: CrashableServer | null;
  stop(): Promise<void>;
};

type CrashableServer = {
  /** Crashes the server: SIGQUIT is its immediate shutdown, SIGKILL kills its first process. */
  crash(signal: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Starts the server on the same files. Resolves when it answers. */
  restart(): Promise<void>;
};

const startLimit = 30_000;

/** Returns a real PostgreSQL: that of TEST_DATABASE_URL, or one started here, by default without syncs to the disk. */
export async function startTestPostgres({ syncs = false } = {}): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL'];
  const server =
    given === undefined
      ? await startPostgresCluster({ syncs })
      : { url: given, server: null, stop: async () => {} };
  const schema = `linkweft_test_${process.pid}`;
  const ask = (statement: string) => askPostgres(server.url, statement);
  await ask(`create schema ${schema}`);
  const url = new URL(server.url);
  url.searchParams.set('options', `-csearch_path=${schema}`);
  return {
    url: url.href,
    server: server.server,
    async stop() {
      await ask(`drop schema ${schema} cascade`);
      await server.stop();
    },
  };
}

export async function startPostgresCluster({
  syncs = false,
  maxConnections = 100,
} = {}): Promise<TestPostgres> {
  const programs = await findPostgresPrograms();
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-postgres-'));
  const account = await accountForPostgres();
  if (account !== null) await chown(folder, account.uid, account.gid);
  const run = (program: string, parameters: readonly string[]) =>
    spawn(path.join(programs, program), parameters, { ...account, cwd: folder, stdio: 'ignore' });

  const data = path.join(folder, 'data');
  const [exitCode] = await once(
    run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']),
    'exit',
  );
  if (exitCode !== 0) throw new Error(`initdb of ${programs} ended with ${String(exitCode)}.`);
  const port = await freePort();
  const serve = () =>
    run('postgres', [
      '-D',
      data,
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-k',
      folder,
      '-c',
      `max_connections=${maxConnections}`,
      ...(syncs ? [] : ['-F']),
    ]);
  let server = serve();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await waitFor(url);
  return {
    url,
    server: {
      crash: (signal) => end(server, signal),
      async restart() {
        // PostgreSQL refuses to start while a process of the crashed server lives.
        await waitFor(url, () => {
          if (server.exitCode !== null || server.signalCode !== null) server = serve();
        });
      },
    },
    async stop() {
      await end(server, 'SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}

/** PostgreSQL refuses to run as root. Returns the user `postgres` or `nobody` for root, or null for other users. */
async function accountForPostgres(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = await readFile('/etc/passwd', 'utf8');
  const found = /^postgres:.*$/m.exec(accounts) ?? /^nobody:.*$/m.exec(accounts);
  const [, , uid, gid] = found?.[0].split(':') ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

async function waitFor(url: string, beforeEachTry = () => {}): Promise<void> {
  const limit = Date.now() + startLimit;
  for (;;) {
    beforeEachTry();
    try {
      await askPostgres(url, 'select 1');
      return;
    } catch (error) {
      if (Date.now() > limit) throw error;
      await sleep(50);
    }
  }
}

/** Runs the statement on its own connection. */
export async function askPostgres(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
