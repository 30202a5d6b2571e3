import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { startTestPostgres } from '#server/db/test-postgres.ts';

import { createLedger } from './harness/ledger.ts';
import { createLinksClient, type Answer } from './harness/links-client.ts';
import { createRandom, seed } from './harness/random.ts';
import { spawnServer } from './harness/server-process.ts';
import { writeLinks } from './harness/writers.ts';

const crashes = ['SIGQUIT', 'SIGKILL', 'SIGQUIT', 'SIGKILL'] as const;
const outage = 200;
const recoveryLimit = 5000;
const clearAnswers = [
  { status: 503, problem: 'storage-failed' },
  { status: 503, problem: 'link-create-failed' },
];

test('while PostgreSQL is down each request reports it, and 5 s after its return all works and nothing is lost', async ({
  skip,
}) => {
  const postgres = await startTestPostgres();
  const { server: database } = postgres;
  if (database === null) {
    console.info('PostgreSQL crashed: skipped: this test cannot kill the server of TEST_DATABASE_URL');
    return skip();
  }
  const random = createRandom(seed);
  const ledger = createLedger();
  const refusals: Answer[] = [];
  const server = spawnServer({ environment: { DATABASE_URL: postgres.url } });
  const client = createLinksClient(await server.ready());
  let lastNumber = 0;
  let slowest = 0;

  for (const signal of crashes) {
    let isOver = false;
    let lastRefusal = 0;
    const writing = writeLinks({
      client,
      ledger,
      random,
      nextNumber: () => (lastNumber += 1),
      isOver: () => isOver,
      onAnswer(answer) {
        if (answer.problem === null) return;
        lastRefusal = Date.now();
        refusals.push({ status: answer.status, problem: answer.problem });
      },
    });
    await sleep(100 + random() * 200);
    await database.crash(signal);
    await sleep(outage);
    await database.restart();
    const back = Date.now();
    const acknowledgedBefore = ledger.acknowledged();
    await expect
      .poll(() => Date.now() - Math.max(lastRefusal, back), { timeout: recoveryLimit, interval: 50 })
      .toBeGreaterThan(500);
    slowest = Math.max(slowest, lastRefusal - back);
    isOver = true;
    await writing;
    // The time limit also fails on requests that hang.
    expect(Date.now() - back).toBeLessThan(recoveryLimit);
    expect(ledger.acknowledged()).toBeGreaterThan(acknowledgedBefore);
    expect(ledger.compare(await client.all())).toEqual([]);
  }

  console.info(
    `PostgreSQL crashed: ${crashes.length} rounds, ${ledger.acknowledged()} acknowledged writes, 0 lost or torn, ` +
      `${refusals.length} refused with a code, last refusal ${slowest} ms after the restart (seed ${seed})`,
  );
  expect(refusals.length).toBeGreaterThan(0);
  for (const { status, problem } of refusals) expect(clearAnswers).toContainEqual({ status, problem });
  await server.end('SIGTERM');
  await postgres.stop();
});
