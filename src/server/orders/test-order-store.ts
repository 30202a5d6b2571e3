import { randomUUID } from 'node:crypto';

import { beforeEach, onTestFinished } from 'vitest';

import type { Database } from '#server/db/database.ts';
import { describeDatabases, type TestDatabase } from '#server/db/test-databases.ts';

import {
  createOrderStore,
  type OrderStore,
  type OrderStoreOptions,
  type OrderRequest,
} from './order-store.ts';
import { dayLength } from '#server/lib/visitors-and-days.ts';
import type { Settlement } from './order-steps.ts';

export type TestOrderStores = {
  readonly name: string;
  /** The present time of the stores. Each test begins at noon of a new day. */
  clock: number;
  database(): Database;
  settings(): TestDatabase['settings'];
  /** Opens a store with only the given limits. It is closed when the test ends. */
  open(options?: Partial<OrderStoreOptions>): OrderStore;
};

export const noLimits = { perMinute: null, perDay: null, runningPerWorkspace: null };

/** Returns an order of a new workspace that costs nothing and cannot be repeated. */
export function orderOf(changes: Partial<OrderRequest> = {}): OrderRequest {
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
export async function start(store: OrderStore, order: Partial<OrderRequest> = {}): Promise<string> {
  const opening = await store.open(orderOf(order));
  if (opening.kind !== 'started') throw new Error(`The order was ${opening.kind}.`);
  return opening.id;
}

/** Sends each store `times` orders at once, and returns how many were accepted. */
export async function countStarted(
  all: readonly OrderStore[],
  times: number,
  order: Partial<OrderRequest> = {},
) {
  const results = await Promise.allSettled(
    all.flatMap((store) => Array.from({ length: times }, () => store.open(orderOf(order)))),
  );
  return results.filter(({ status }) => status === 'fulfilled').length;
}

/** Runs the tests on a real SQLite and a real PostgreSQL. */
export function describeOrderStores(topic: string, addTests: (stores: TestOrderStores) => void): void {
  describeDatabases(topic, (opened, name) => {
    let day = 20_000;
    const stores: TestOrderStores = {
      name,
      clock: 0,
      database: () => opened().database,
      settings: () => opened().settings,
      open(options) {
        const store = createOrderStore({
          database: opened().database,
          limits: noLimits,
          budget: null,
          now: () => stores.clock,
          ...options,
        });
        onTestFinished(() => store.close());
        return store;
      },
    };
    beforeEach(() => {
      day += 10;
      stores.clock = (day + 0.5) * dayLength;
    });
    addTests(stores);
  });
}
