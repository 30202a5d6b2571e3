import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '#server/db/database.ts';

import { createBatches } from './batches.ts';
import type { Settlement } from './ledger.ts';
import { callSettleOrders } from './procedures.ts';
import type { Settled } from './settle-order.ts';
import { settleOrders } from './settle-order.ts';

/** How long to wait before another try, in milliseconds: money that was spent outlasts a restart of the database. */
const pauses = [100, 1000, 5000, 15_000, 60_000, 300_000];
/** Each may bring a result of a megabyte. */
const atOnce = 20;
/** How long whoever asks for a settlement waits for it at most. */
const patience = 2000;

type SettlingOptions = {
  readonly database: Database;
  /** Hears of each order that is settled, or given up. */
  readonly onEnd: (id: string) => void;
  /** Hears of those that were given up: they are left to their lease. */
  readonly onFailure: (error: unknown) => void;
};

/** Settles orders, again if need be. */
export function createSettling({ database, onEnd, onFailure }: SettlingOptions) {
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
    /** Ends when it is written, or when that takes too long to be waited for. */
    async settle(id: string, settlement: Settlement): Promise<void> {
      const settled = running.get(id) ?? trySettling(id, settlement).finally(() => end(id));
      running.set(id, settled);
      const waiting = new AbortController();
      await Promise.race([settled, sleep(patience, null, { signal: waiting.signal })]);
      waiting.abort();
    },
    /** Each of those that still run has one more try. */
    async end(): Promise<void> {
      ending.abort();
      await Promise.all(running.values());
    },
  };
}
