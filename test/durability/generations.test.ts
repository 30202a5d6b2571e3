import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { pieces, streamHead, streamed } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import { hang, pause } from '#provider/steps.ts';

import {
  completeReply,
  farPostgresPlace,
  generateAt,
  openGenerationServers,
  postgresPlace,
  saveLink,
  sqlitePlace,
} from './harness/generation-servers.ts';

const key = '018f7a70-2f9f-7c3a-a1b2-c3d4e5f60718';
const half = inOrder(streamHead, pieces('VERSION: SAFE\nOne.\n'), hang);

test.each([
  ['SQLite', sqlitePlace],
  ['PostgreSQL', postgresPlace],
])(
  'a server that is killed during a generation leaves a clear message and a settled ledger, and blocks no visitor (%s)',
  async (_name, place) => {
    const environment = { LIMIT_RUNNING_PER_WORKSPACE: '1' };
    const { provider, start, sums } = await openGenerationServers(place, half, environment);
    const first = await start();
    const linkId = await saveLink(first.origin);
    const cut = generateAt(first.origin, { linkId, key });
    await expect.poll(() => provider.calls.length).toBe(1);
    const { spent, reserved } = await sums();
    expect(spent).toBe(0);
    expect(reserved).toBeGreaterThan(0);
    await first.kill();
    expect(await cut).toBe('cut');

    provider.answerWith(streamed(completeReply));
    const second = await start();
    expect(await generateAt(second.origin, { linkId, key: `${key}-new` })).toBe('done');
    expect(await generateAt(second.origin, { linkId, key })).toBe('generation-interrupted');
    // The cost of the killed call is unknown, so its whole reservation is charged. The other call is charged by its
    // count.
    expect(await sums()).toEqual({ spent: reserved + 48_000, reserved: 0 });
    expect(await generateAt(second.origin, { linkId, key })).toBe('generation-interrupted');
    expect(provider.calls).toHaveLength(2);
  },
);

test('one click sent to two servers is one call, and both return its result', async () => {
  const slowly = inOrder(pause(1500), streamed(completeReply));
  const { provider, start } = await openGenerationServers(postgresPlace, slowly);
  const servers = await Promise.all([start(), start()]);
  const linkId = await saveLink(servers[0].origin);
  const answers = await Promise.all(servers.map(({ origin }) => generateAt(origin, { linkId, key })));
  expect(answers).toEqual(['done', 'done']);
  expect(provider.calls).toHaveLength(1);
});

test('150 requests to three servers never use more than the budget, also when one server is killed', async () => {
  const cap = 1_000_000;
  const { provider, start, sums } = await openGenerationServers(
    postgresPlace,
    inOrder(pause(200), streamed(completeReply)),
    {
      BUDGET_DAILY_USD: String(cap / 1_000_000),
      LIMIT_GENERATIONS_PER_MINUTE: '0',
      LIMIT_GENERATIONS_PER_DAY: '0',
      LIMIT_RUNNING_PER_WORKSPACE: '0',
      // Each visitor has a separate address, as behind a proxy.
      TRUST_PROXY: 'loopback',
    },
  );
  const servers = await Promise.all([start(), start(), start()]);
  const linkId = await saveLink(servers[0].origin);
  const over = new AbortController();
  let most = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      const { spent, reserved } = await sums();
      most = Math.max(most, spent + reserved);
      await sleep(5);
    }
  })();
  const answers: string[] = [];
  let chargeable = 0;
  const visitors = Array.from({ length: 30 }, async (_, visitor) => {
    for (let click = 0; click < 5; click += 1) {
      const server = servers[(visitor + click) % 3] ?? servers[0];
      const answer = await generateAt(server.origin, {
        linkId,
        key: `${key}-${visitor}-${click}`,
        address: `192.0.2.${visitor}`,
      });
      answers.push(answer);
      if (answer === 'done' && server !== servers[2]) chargeable += 48_000;
    }
  });
  const done = () => answers.filter((answer) => answer === 'done').length;
  await expect.poll(done).toBeGreaterThan(2);
  await servers[2].kill();
  await Promise.all(visitors);
  over.abort();
  await watching;

  // With a slow database, an answer does not wait for its settlement. The running servers write it a little later.
  await expect.poll(async () => (await sums()).spent).toBeGreaterThanOrEqual(chargeable);
  const { spent, reserved } = await sums();
  console.info(
    `budget over 3 servers: ${provider.calls.length} calls of 150 requests, at most ${most} of ${cap} used, ${reserved} reserved by the killed server`,
  );
  expect(answers).toHaveLength(150);
  expect(new Set(answers)).toEqual(new Set(['done', 'budget-spent', 'cut']));
  expect(Math.max(most, spent + reserved)).toBeLessThanOrEqual(cap);
  expect(provider.calls.length * 48_000).toBeLessThanOrEqual(cap);
  // The killed server sent some results without booking their cost. Their reservations remain.
  expect(spent + reserved).toBeGreaterThanOrEqual(done() * 48_000);
});

test('none of 120 simultaneous orders on three servers is refused with a database delay of 5 ms', async () => {
  const { start, sums } = await openGenerationServers(() => farPostgresPlace(5), streamed(completeReply), {
    BUDGET_DAILY_USD: '1000',
    LIMIT_GENERATIONS_PER_DAY: '1',
    LIMIT_RUNNING_PER_WORKSPACE: '0',
    TRUST_PROXY: 'loopback',
  });
  const servers = await Promise.all([start(), start(), start()]);
  const linkId = await saveLink(servers[0].origin);
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, visitor) => {
      const { origin } = servers[visitor % 3] ?? servers[0];
      return generateAt(origin, { linkId, key: `${key}-${visitor}`, address: `192.0.2.${visitor}` });
    }),
  );
  expect(new Set(answers)).toEqual(new Set(['done']));
  await expect.poll(sums).toEqual({ spent: 120 * 48_000, reserved: 0 });
});
