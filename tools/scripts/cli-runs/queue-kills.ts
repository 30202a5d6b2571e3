import process from 'node:process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';

import { readTree, writeArticles } from './articles.ts';
import { spawnCli, type CliEnd } from './cli-process.ts';
import { startModel } from './kills.ts';

type QueueRun = {
  readonly program: string;
  /** A PostgreSQL without tables. */
  readonly database: string;
  readonly files: number;
  readonly workers: number;
  /** How many workers are killed by SIGKILL. Each is replaced by a new one. */
  readonly kills: number;
  readonly concurrency: number;
  readonly tokensPerSecond: number;
};

/** What a queue gave whose workers were killed again and again. */
export type KilledQueue = {
  readonly exact: number;
  readonly wrong: number;
  readonly neededCalls: number;
  readonly calls: number;
  /** Calls whose answer a kill has cut off. */
  readonly cutCalls: number;
  /** Orders of the ledger by state. */
  readonly orders: Readonly<Record<string, number>>;
  /** What the ledger says was spent and is still reserved, in tokens. */
  readonly spent: number;
  readonly reserved: number;
  readonly exitCode: number | null;
  readonly workerExits: readonly (number | null)[];
  readonly seconds: number;
};

/** Puts articles into a queue, lets workers do them, and kills workers evenly over the calls. */
export async function measureQueue(run: QueueRun): Promise<KilledQueue> {
  const { program, database, files, workers, kills, concurrency, tokensPerSecond } = run;
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-queue-'));
  const fast = await startModel(1_000_000);
  const slow = await startModel(tokensPerSecond);
  const model = { OPENAI_MODEL: 'stand-in', BUDGET_DAILY_TOKENS: '100000000' };
  const seconds = ['--job-seconds', '8'];
  const weave = (out: string, more: readonly string[], environment = {}) =>
    spawnCli(program, ['weave', 'posts', '--links', 'links.csv', '--out', out, ...more], {
      folder,
      environment,
    });
  const startWorker = () =>
    spawnCli(program, ['work', '--queue', database, '--concurrency', String(concurrency), ...seconds], {
      folder,
      environment: { ...model, OPENAI_BASE_URL: slow.baseUrl },
    });
  let running: ReturnType<typeof startWorker>[] = [];
  try {
    await writeArticles(folder, files);
    await weave('undisturbed', [], { ...model, OPENAI_BASE_URL: fast.baseUrl }).ended;
    const wanted = await readTree(path.join(folder, 'undisturbed'));
    const began = performance.now();
    const sender = weave('result', ['--queue', database, ...seconds]);
    running = Array.from({ length: workers }, startWorker);
    for (let kill = 1; kill <= kills; kill += 1) {
      while (slow.calls.length < (files * kill) / (kills + 1)) await sleep(5);
      const victim = running.shift();
      victim?.child.kill('SIGKILL');
      await victim?.ended;
      running.push(startWorker());
    }
    const { exitCode, err } = await sender.ended;
    if (exitCode !== 0) process.stderr.write(err);
    // A process that still starts has no job and ends at once.
    while (!running.every(({ said }) => said.err.includes('waits for jobs'))) await sleep(50);
    for (const { child } of running) child.kill('SIGTERM');
    const ends: CliEnd[] = await Promise.all(running.map(({ ended }) => ended));
    const written = await readTree(path.join(folder, 'result'));
    const exact = [...written].filter(([name, text]) => wanted.get(name) === text).length;
    return {
      exact,
      wrong: written.size - exact,
      neededCalls: fast.calls.length,
      calls: slow.calls.length,
      cutCalls: slow.calls.filter(({ abortedAt }) => abortedAt !== null).length,
      ...(await readLedger(database)),
      exitCode,
      workerExits: ends.map((end) => end.exitCode),
      seconds: Math.round((performance.now() - began) / 100) / 10,
    };
  } finally {
    for (const { child } of running) child.kill('SIGKILL');
    await fast.close();
    await slow.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads the states of the orders, and what is spent and reserved. */
export async function readLedger(
  database: string,
): Promise<Pick<KilledQueue, 'orders' | 'spent' | 'reserved'>> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    const { rows: states } = await client.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from orders group by state',
    );
    const { rows } = await client.query<{ spent: number; reserved: number }>(
      'select coalesce(sum(spent), 0)::int as spent, coalesce(sum(reserved), 0)::int as reserved from budgets',
    );
    const orders = Object.fromEntries(states.map(({ state, count }) => [state, count]));
    return { orders, spent: rows[0]?.spent ?? 0, reserved: rows[0]?.reserved ?? 0 };
  } finally {
    await client.end();
  }
}
