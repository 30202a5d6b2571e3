import { randomUUID } from 'node:crypto';

import { beforeEach, onTestFinished } from 'vitest';

import type { Database } from '#server/db/database.ts';
import { describeDatabases, type TestDatabase } from '#server/db/test-databases.ts';

import { createLedger, type Ledger, type LedgerOptions, type Order } from './ledger.ts';
import { dayLength } from '#server/lib/visitors-and-days.ts';
import type { Settlement } from './orders.ts';

export type TestLedgers = {
  readonly name: string;
  /** The present time of the ledgers. Each test begins at noon of a new day. */
  clock: number;
  database(): Database;
  settings(): TestDatabase['settings'];
  /** Opens a ledger with only the given limits. It is closed when the test ends. */
  ledger(options?: Partial<LedgerOptions>): Ledger;
};

export const noLimits = { perMinute: null, perDay: null, runningPerWorkspace: null };

/** Returns an order of a new workspace that costs nothing and cannot be repeated. */
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

/** Opens an order and returns its id. Throws when it is not started. */
export async function start(ledger: Ledger, order: Partial<Order> = {}): Promise<string> {
  const opening = await ledger.open(orderOf(order));
  if (opening.kind !== 'started') throw new Error(`The order was ${opening.kind}.`);
  return opening.id;
}

/** Sends each ledger `times` orders at once, and returns how many were accepted. */
export async function countTaken(all: readonly Ledger[], times: number, order: Partial<Order> = {}) {
  const results = await Promise.allSettled(
    all.flatMap((ledger) => Array.from({ length: times }, () => ledger.open(orderOf(order)))),
  );
  return results.filter(({ status }) => status === 'fulfilled').length;
}

/** Runs the tests on a real SQLite and a real PostgreSQL. */
export function describeLedgers(topic: string, addTests: (ledgers: TestLedgers) => void): void {
  describeDatabases(topic, (opened, name) => {
    let day = 20_000;
    const ledgers: TestLedgers = {
      name,
      clock: 0,
      database: () => opened().database,
      settings: () => opened().settings,
      ledger(options) {
        const ledger = createLedger({
          database: opened().database,
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
