import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, onTestFinished } from 'vitest';

import type { Database } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import type { TestDatabase } from '#server/db/test-databases.ts';
import { openTestPostgres, openTestSqlite } from '#server/db/test-databases.ts';

import type { LedgerOptions } from './create-ledger.ts';
import { createLedger } from './create-ledger.ts';
import { dayLength } from './clock.ts';
import type { Ledger, Order, Settlement } from './ledger.ts';

export type TestLedgers = {
  readonly name: string;
  /** What ledgers take for the present time: at the start of each test, noon of a day that no other test has. */
  clock: number;
  database(): Database;
  /** Where another process finds the database. */
  settings(): TestDatabase['settings'];
  /** A ledger as a server has it: without limits but for those given. Closed when the test ends. */
  ledger(options?: Partial<LedgerOptions>): Ledger;
};

export const noLimits = { perMinute: null, perDay: null, runningPerWorkspace: null };

/** An order of a workspace of its own that costs nothing and that nobody can repeat. */
export function orderOf(changes: Partial<Order> = {}): Order {
  return {
    workspace: randomUUID(),
    visitor: '192.0.2.1',
    isPaid: true,
    worstCase: 0,
    key: null,
    ...changes,
  };
}

export function settlementOf(spent: number, changes: Partial<Settlement> = {}): Settlement {
  return { spent, isCounted: true, state: 'done', record: null, ...changes };
}

/** Takes an order that nothing stands in the way of. */
export async function start(ledger: Ledger, order: Partial<Order> = {}): Promise<string> {
  const opening = await ledger.open(orderOf(order));
  if (opening.kind !== 'started') throw new Error(`The order was ${opening.kind}.`);
  return opening.id;
}

/** Sends each of the ledgers so many orders at once, and says how many were taken. */
export async function countTaken(all: readonly Ledger[], times: number, order: Partial<Order> = {}) {
  const results = await Promise.allSettled(
    all.flatMap((ledger) => Array.from({ length: times }, () => ledger.open(orderOf(order)))),
  );
  return results.filter(({ status }) => status === 'fulfilled').length;
}

/** Runs the tests over a real database of either kind. */
export function describeLedgers(topic: string, addTests: (ledgers: TestLedgers) => void): void {
  describe.each([
    ['SQLite', openTestSqlite],
    ['PostgreSQL', openTestPostgres],
  ])(`${topic} on %s`, (name, open) => {
    let opened: TestDatabase;
    let day = 20_000;

    beforeAll(async () => {
      opened = await open();
      await migrate(opened.database);
    }, 60_000);
    afterAll(() => opened.close());

    const ledgers: TestLedgers = {
      name,
      clock: 0,
      database: () => opened.database,
      settings: () => opened.settings,
      ledger(options) {
        const ledger = createLedger({
          database: opened.database,
          limits: noLimits,
          budget: null,
          now: () => ledgers.clock,
          ...options,
        });
        onTestFinished(() => ledger.close());
        return ledger;
      },
    };
    beforeEach(() => {
      day += 10;
      ledgers.clock = (day + 0.5) * dayLength;
    });
    addTests(ledgers);
  });
}
