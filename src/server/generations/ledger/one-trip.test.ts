import { randomUUID } from 'node:crypto';

import { expect, onTestFinished, test } from 'vitest';

import { openDatabase } from '#server/db/open-database.ts';
import { openTestPostgres } from '#server/db/test-databases.ts';

import { createLedger } from './ledger.ts';
import { openFarPostgres } from './test-far-postgres.ts';
import { orderOf, settlementOf, start } from './test-ledger.ts';

const budget = { unit: 'usd', perDay: 1000 } as const;
const limits = { perMinute: 100, perDay: 100, runningPerWorkspace: 1 };

async function openFarLedger(isolation = 'read committed') {
  const { settings, close } = await openTestPostgres();
  const far = await openFarPostgres(settings.databaseUrl ?? '');
  const url = new URL(far.url);
  const option = `-c default_transaction_isolation=${isolation.replace(' ', '\\ ')}`;
  url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} ${option}`);
  const open = () => openDatabase({ ...settings, databaseUrl: url.href, onIdleError: () => undefined });
  const database = await open();
  // No lease is renewed during a test.
  const ledger = createLedger({ database, limits, budget, leaseMs: 3_600_000 });
  onTestFinished(async () => {
    await ledger.close();
    await database.close();
    far.close();
    await close();
  });
  const tripsOf = async (work: () => Promise<unknown>) => {
    const before = far.trips();
    await work();
    return far.trips() - before;
  };
  return { ledger, far, tripsOf, open };
}

test('an order is checked, opened and settled in one trip each to PostgreSQL', async () => {
  const { ledger, tripsOf } = await openFarLedger();
  const key = { keyHash: randomUUID(), bodyHash: 'body' };
  // The first order also needs the time, the salt of the day, and a connection.
  await ledger.settle(await start(ledger, { worstCase: 10 }), settlementOf(1));
  const order = orderOf({ worstCase: 10, key });
  expect(await tripsOf(() => ledger.check(order))).toBe(1);
  let id = '';
  const opening = tripsOf(async () => {
    const opened = await ledger.open(order);
    if (opened.kind === 'started') ({ id } = opened);
  });
  expect(await opening).toBe(1);
  const settlement = settlementOf(3, { record: Uint8Array.of(1, 2, 3) });
  expect(await tripsOf(() => ledger.settle(id, settlement))).toBe(1);
  expect(await ledger.left(null)).toMatchObject({ budgetLeft: 996 });
  expect(await ledger.look(key)).toEqual({ state: 'done', record: Buffer.from([1, 2, 3]) });
});

test('orders that come together share a trip, and so do their settlements', async () => {
  const { ledger, tripsOf } = await openFarLedger();
  await ledger.settle(await start(ledger, { worstCase: 10 }), settlementOf(1));
  const ids: string[] = [];
  const opening = tripsOf(async () => {
    ids.push(...(await Promise.all(Array.from({ length: 40 }, () => start(ledger, { worstCase: 10 })))));
  });
  expect(await opening).toBe(1);
  expect(new Set(ids).size).toBe(40);
  expect(await ledger.left(null)).toMatchObject({ budgetLeft: 599 });
  const settling = tripsOf(() => Promise.all(ids.map((id) => ledger.settle(id, settlementOf(2)))));
  // At most 20 settlements share one.
  expect(await settling).toBe(2);
  expect(await ledger.left(null)).toMatchObject({ budgetLeft: 919 });
});

test('orders whose confirmation is lost cost nothing', async () => {
  const { ledger, far } = await openFarLedger();
  await ledger.settle(await start(ledger, { worstCase: 10 }), settlementOf(1));
  const key = { keyHash: randomUUID(), bodyHash: 'body' };
  far.loseAnswer();
  await expect(ledger.open(orderOf({ worstCase: 500, key }))).rejects.toMatchObject({
    code: 'storage-failed',
  });
  await expect.poll(() => ledger.look(key)).toEqual({ state: 'failed', record: null });
  expect(await ledger.left('192.0.2.1')).toMatchObject({ leftToday: 99, budgetLeft: 999 });
});

test.each(['serializable', 'repeatable read'])(
  'two servers do not exceed the budget if the default isolation level of PostgreSQL is %s',
  async (isolation) => {
    const { ledger, open } = await openFarLedger(isolation);
    const database = await open();
    const other = createLedger({ database, limits, budget });
    onTestFinished(async () => {
      await other.close();
      await database.close();
    });
    const orders = Array.from({ length: 60 }, (_, count) =>
      (count % 2 === 0 ? ledger : other).open(orderOf({ worstCase: 30 })),
    );
    const results = await Promise.allSettled(orders);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(33);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'budget-spent' });
  },
);
