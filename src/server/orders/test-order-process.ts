import { randomInt, randomUUID } from 'node:crypto';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import { ProblemError } from '#core/errors/problem-messages.ts';
import { openDatabase } from '#server/db/open-database.ts';

import { createOrderStore, type OrderStore } from './order-store.ts';
import { orderTaskSchema, type OrderReport } from './test-order-messages.ts';

// A test process with only the store of orders. It opens many orders at the same time.

const task = orderTaskSchema.parse(JSON.parse(process.argv[2] ?? ''));
const { settings, orders, worstCase, perDay, leaseMs, longest } = task;
const database = await openDatabase({ ...settings, onIdleError: () => undefined });
const store = createOrderStore({
  database,
  limits: { perMinute: null, perDay: null, runningPerWorkspace: 1 },
  budget: { unit: 'usd', perDay },
  leaseMs,
});

function report(message: OrderReport): void {
  process.send?.(message);
}

process.once('message', () => {
  void runAll();
});
report({ event: 'open' });

async function runAll(): Promise<void> {
  await Promise.all(Array.from({ length: orders }, () => runOrder(store)));
  report({ event: 'ended' });
  await store.close();
  await database.close();
  process.disconnect();
}

/** Tries until the order is accepted, or until the budget of the day is spent. */
async function runOrder({ open, settle }: OrderStore): Promise<void> {
  for (;;)
    try {
      const opening = await open({
        workspace: randomUUID(),
        visitor: '192.0.2.1',
        isPaid: true,
        worstCase,
        key: null,
      });
      if (opening.kind !== 'started') throw new Error('Nobody else has this key.');
      report({ event: 'started', id: opening.id });
      await sleep(randomInt(10, longest));
      const spent = randomInt(worstCase);
      await settle(opening.id, { spent, isCounted: true, state: 'done', record: null });
      report({ event: 'settled', id: opening.id, spent });
      return;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const isWorthAnotherTry = error.code === 'storage-failed' || error.retryAfterSeconds === 60;
      if (!isWorthAnotherTry) return;
      await sleep(randomInt(20, 100));
    }
}
