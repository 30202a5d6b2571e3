import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '#server/db/database.ts';
import { createBatches } from '#server/queue.ts';

import type { Settlement } from './ledger.ts';
import { settleOrders, type Settled } from './order-rows.ts';
import { callSettleOrders } from './procedures.ts';

/** The pauses between tries, in milliseconds. Together they outlast a restart of the database. */
const pauses = [100, 1000, 5000, 15_000, 60_000, 300_000];
/** The most settlements of one batch. Each may have a result of a megabyte. */
const atOnce = 20;
/** How long the caller of `settle` waits at most, in milliseconds. */
const longestWait = 2000;

type SettlementOptions = {
  readonly database: Database;
  /** Called for each order that is settled or given up. */
  readonly onEnd: (id: string) => void;
  /** Called with the last error of an order that is given up. Its lease then ends it. */
  readonly onFailure: (error: unknown) => void;
};

/** Settles orders and tries again after failures. */
export function createSettlements({ database, onEnd, onFailure }: SettlementOptions) {
  const settleAll = database.inOneTrip === null ? settleOrders : callSettleOrders;
  const settleSoon = createBatches(
    async (settled: readonly Settled[]) => {
      await (database.inOneTrip ?? database.inTurn)((query) => settleAll(query, settled), true);
      return settled;
    },
    { most: atOnce },
  );
  const running = new Map<string, Promise<void>>();
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);

  async function trySettling(id: string, settlement: Settlement): Promise<void> {
    for (const next of [...pauses, null])
      try {
        await settleSoon({ ...settlement, id });
        return;
      } catch (error) {
        if (next === null || ending.signal.aborted) return onFailure(error);
        await sleep(next, null, { ref: false, signal: ending.signal }).catch(() => undefined);
      }
  }

  function end(id: string): void {
    running.delete(id);
    onEnd(id);
  }

  return {
    /** Resolves when the settlement is written, or after the longest wait. Never rejects. */
    async settle(id: string, settlement: Settlement): Promise<void> {
      const settled = running.get(id) ?? trySettling(id, settlement).finally(() => end(id));
      running.set(id, settled);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, longestWait);
        void settled.finally(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    },
    /** Tries once more to settle the orders that are left. */
    async end(): Promise<void> {
      ending.abort();
      await Promise.all(running.values());
    },
  };
}
