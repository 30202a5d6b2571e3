import { randomUUID } from 'node:crypto';

import { expect, onTestFinished, test } from 'vitest';

import { openDatabase } from '#server/database/open-database.ts';
import { openTestPostgres } from '#server/database/test-databases.ts';

import { createLedger } from './create-ledger.ts';
import { openFarPostgres } from './test-far-postgres.ts';
import { orderOf, settlementOf, start } from './test-ledger.ts';

const limits = { perMinute: 100, perDay: 100, runningPerWorkspace: 1 };

async function openFarLedger() {
  const { settings, close } = await openTestPostgres();
  const far = await openFarPostgres(settings.databaseUrl ?? '');
  const database = await openDatabase({ ...settings, databaseUrl: far.url, onIdleError: () => undefined });
  const budget = { unit: 'usd', perDay: 1000 } as const;
  // No beat comes between.
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
  return { ledger, tripsOf };
}

test('an order is checked, opened and settled in one trip each to PostgreSQL', async () => {
  const { ledger, tripsOf } = await openFarLedger();
  const click = { keyHash: randomUUID(), bodyHash: 'body' };
  // The first asks for the time, the salt of the day, and a connection.
  await ledger.settle(await start(ledger, { worstCase: 10 }), settlementOf(1));
  const order = orderOf({ worstCase: 10, click });
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
  expect(await ledger.look(click)).toEqual({ state: 'done', record: Buffer.from([1, 2, 3]) });
});
