import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import type { Database, Tables } from '#server/database/database.ts';

import type { HeldOrders } from './held-orders.ts';
import { hasLeakedOrders, returnLeakedOrders } from './leaked-orders.ts';
import { purgeOld } from './purge-old.ts';
import type { SharedClock } from './shared-clock.ts';

const purgeEvery = 600_000;

type Keeping = {
  readonly database: Database;
  /** The orders that run in this process. */
  readonly held: HeldOrders;
  readonly leaseMs: number;
  readonly clock: SharedClock;
  readonly onFailure: (error: unknown) => void;
};

/** Of those whose lease was given back in the meantime, none is renewed. */
async function renewLeases(
  query: Kysely<Tables>,
  ids: readonly string[],
  until: number,
): Promise<ReadonlySet<string>> {
  const renewed = await query
    .updateTable('ledger_orders')
    .set({ lease_until: until })
    .where('id', 'in', ids)
    .where('lease_until', 'is not', null)
    .returning('id')
    .execute();
  return new Set(renewed.map(({ id }) => id));
}

/** Renews the leases of what runs here, returns what others leaked, and forgets what is old, until it is stopped. */
export function keepLeases({ database, held, leaseMs, clock, onFailure }: Keeping): () => Promise<void> {
  const stopping = new AbortController();
  let purgedAt = Number.NEGATIVE_INFINITY;

  async function renewAndReturn(): Promise<void> {
    const renewal = await database.inTurn(async (query) => {
      const [asked, since] = [held.ids(), performance.now()];
      const at = await clock.now();
      const renewed = asked.length > 0 ? await renewLeases(query, asked, at + leaseMs) : new Set<string>();
      await returnLeakedOrders(query, at);
      return { asked, renewed, since };
    }, true);
    held.renew(renewal.asked, renewal.renewed, renewal.since);
  }

  async function beat(): Promise<void> {
    await clock.set();
    const at = await clock.now();
    if (held.ids().length > 0 || (await hasLeakedOrders(database.query, at))) await renewAndReturn();
    if (at - purgedAt < purgeEvery) return;
    await purgeOld(database.query, at);
    purgedAt = at;
  }

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(leaseMs / 4, null, { ref: false, signal: stopping.signal }).catch(() => undefined);
      if (!stopping.signal.aborted) await beat().catch(onFailure);
    }
  }

  // Beside the beats: a database that does not answer holds those up.
  const watch = setInterval(held.loseExpired, leaseMs / 20).unref();
  const ended = keep();
  return () => {
    clearInterval(watch);
    stopping.abort();
    return ended;
  };
}
