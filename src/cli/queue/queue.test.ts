import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';

import type { Answer } from '#provider/exchange.ts';
import { pacedAnswer } from '#provider/paced-answer.ts';
import { startProvider, type Provider } from '#provider/provider.ts';
import { refuse } from '#provider/steps.ts';
import { writeFromPrompt } from '#provider/write-from-prompt.ts';
import { openFarPostgres } from '#server/db/test-far-postgres.ts';
import { openTestPostgres, type TestDatabase } from '#server/db/test-databases.ts';
import { sharedProgram } from '#server/test-shared.ts';
import { readTree, writeArticles } from '#scripts/cli-runs/articles.ts';
import { runCliProcess, spawnCli } from '#scripts/cli-runs/cli-process.ts';
import { measureQueue, readLedger } from '#scripts/cli-runs/queue-kills.ts';

let program: string;
let opened: TestDatabase;
let database: string;
let folder: string;

beforeAll(async () => {
  program = await sharedProgram('cli');
});
beforeEach(async () => {
  opened = await openTestPostgres();
  database = opened.settings.databaseUrl ?? '';
  folder = await mkdtemp(path.join(tmpdir(), 'linkweft-queue-'));
});
afterEach(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

const written: Answer = {
  for: ({ body }) =>
    body === null
      ? refuse(400)
      : pacedAnswer(writeFromPrompt(body.messages), body, { tokensPerSecond: 100_000 }),
};

function weave(...more: readonly string[]) {
  const args = ['weave', 'posts', '--links', 'links.csv', '--out', 'out', '--queue', database, ...more];
  return runCliProcess(program, args, { folder });
}

function work({ baseUrl }: Provider, more: Readonly<Record<string, string>> = {}) {
  const environment = { OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: 'stand-in', ...more };
  return runCliProcess(program, ['work', '--queue', database, '--until-empty'], { folder, environment });
}

test('three workers, one of which is killed, do each job of the queue once', async () => {
  const [files, concurrency] = [12, 2];
  const run = await measureQueue({
    program,
    database,
    files,
    workers: 3,
    kills: 1,
    concurrency,
    tokensPerSecond: 100,
  });
  expect(run).toMatchObject({ exact: files, wrong: 0, exitCode: 0, reserved: 0 });
  expect(run.orders).toMatchObject({ done: files });
  // Only what has no answer is asked again: the calls of the killed worker, and of one that was too slow for its lease.
  expect(run.calls).toBeLessThanOrEqual(run.neededCalls + (run.orders['interrupted'] ?? 0));
  expect(run.workerExits).toEqual([0, 0, 0]);
});

test('jobs are sent once, done without the sender, and collected later', async () => {
  await writeArticles(folder, 3);
  const provider = await startProvider(written);
  expect(await weave('--collect')).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('not in the queue'),
  });
  const queued = { err: expect.stringContaining('3 queued') };
  expect(await weave('--no-wait')).toMatchObject({ exitCode: 0, ...queued });
  expect(await weave('--no-wait')).toMatchObject({ exitCode: 0, ...queued });
  expect(await weave('--collect')).toMatchObject({ exitCode: 3, ...queued });
  expect((await work(provider)).exitCode).toBe(0);
  const collected = await weave('--collect', '--json');
  expect(collected).toMatchObject({ exitCode: 0, err: expect.stringContaining('3 written') });
  const { calls, spentTokens } = z
    .object({ calls: z.nullable(z.number()), spentTokens: z.number() })
    .parse(JSON.parse(collected.out));
  expect(calls).toBeNull();
  expect(spentTokens).toBeGreaterThan(0);
  expect((await readTree(path.join(folder, 'out'))).size).toBe(3);
  expect(provider.calls.length).toBe(3);
  await provider.close();
});

test('workers share the budget of a day with the ledger, and what is over it waits for another run', async () => {
  await writeArticles(folder, 10);
  const provider = await startProvider(written);
  await weave('--no-wait');
  const budget = 5_000;
  await work(provider, { BUDGET_DAILY_TOKENS: String(budget) });
  const { spent, reserved } = await readLedger(database);
  expect(spent).toBeLessThanOrEqual(budget);
  expect(reserved).toBe(0);
  const calls = provider.calls.length;
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThan(10);
  expect(await weave('--collect')).toMatchObject({ exitCode: 3 });
  await weave('--no-wait');
  await work(provider, { BUDGET_DAILY_TOKENS: '1000000' });
  expect(await weave('--collect')).toMatchObject({ exitCode: 0 });
  expect(provider.calls.length).toBe(10);
  await provider.close();
});

test('a forecast of a queue does not call the work of others free', async () => {
  await writeArticles(folder, 1);
  const { exitCode, out } = await weave('--dry-run');
  expect(exitCode).toBe(0);
  expect(out).toContain('The workers write.');
  expect(out).not.toContain('nothing');
});

test('a database that is away is a failure and not a wrong use', async () => {
  await writeArticles(folder, 1);
  database = 'postgres://127.0.0.1:9/none';
  for (const answer of [
    await weave(),
    await runCliProcess(program, ['work', '--queue', database], { folder }),
  ])
    expect(answer).toMatchObject({ exitCode: 1, err: expect.stringContaining('cannot be opened') });
});

test('a job with a hopeless failure is not tried again, and its sender gets the words', async () => {
  await writeArticles(folder, 1);
  const provider = await startProvider(refuse(401));
  await weave('--no-wait');
  await work(provider);
  expect(provider.calls.length).toBe(1);
  const answer = await weave('--collect');
  expect(answer).toMatchObject({ exitCode: 1, err: expect.stringContaining('refused the key') });
  provider.answerWith(written);
  await weave('--no-wait');
  await work(provider);
  expect(await weave('--collect')).toMatchObject({ exitCode: 0 });
  await provider.close();
});

test('while the database is away, sender and worker wait for it', async () => {
  await writeArticles(folder, 6);
  const provider = await startProvider({
    for: ({ body }) =>
      body === null
        ? refuse(400)
        : pacedAnswer(writeFromPrompt(body.messages), body, { tokensPerSecond: 60 }),
  });
  const far = await openFarPostgres(database);
  const environment = { OPENAI_BASE_URL: provider.baseUrl, OPENAI_MODEL: 'stand-in' };
  const to = ['--links', 'links.csv', '--out', 'out', '--queue', far.url];
  const sender = spawnCli(program, ['weave', 'posts', ...to], { folder });
  const worker = spawnCli(program, ['work', '--queue', far.url, '--concurrency', '2'], {
    folder,
    environment,
  });
  await expect.poll(() => provider.calls.length, { timeout: 20_000 }).toBeGreaterThan(1);
  far.setAway(true);
  for (const { said } of [sender, worker])
    await expect.poll(() => said.err, { timeout: 20_000 }).toContain('The queue does not answer');
  far.setAway(false);
  expect(await sender.ended).toMatchObject({ exitCode: 0, err: expect.stringContaining('6 written') });
  worker.child.kill('SIGTERM');
  expect((await worker.ended).exitCode).toBe(0);
  expect((await readLedger(database)).reserved).toBe(0);
  expect(provider.calls.length).toBeLessThanOrEqual(6 + 2);
  far.close();
  await provider.close();
});
