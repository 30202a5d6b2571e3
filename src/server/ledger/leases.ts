import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import type { Database, Tables } from '#server/database/database.ts';

import type { HeldOrders } from './held-orders.ts';
import { purgeOld } from './purge-old.ts';
import type { SharedClock } from './shared-clock.ts';
import { beatsPerLease, endSilentOrders } from './silent-servers.ts';

const purgeEvery = 600_000;

type Keeping = {
  readonly database: Database;
  /** The orders that run in this process. */
  readonly held: HeldOrders;
  readonly leaseMs: number;
  readonly clock: SharedClock;
  readonly onFailure: (error: unknown) => void;
};

/** A lease that has passed is not renewed: others may have been given its place. */
async function renewLeases(
  query: Kysely<Tables>,
  ids: readonly string[],
  { at, until }: { readonly at: number; readonly until: number },
): Promise<ReadonlySet<string>> {
  const renewed = await query
    .updateTable('ledger_orders')
    .set({ lease_until: until })
    .where('id', 'in', ids)
    .where('lease_until', '>', at)
    .returning('id')
    .execute();
  return new Set(renewed.map(({ id }) => id));
}

/** Renews the leases of what runs here, ends what others left, and forgets what is old, until it is stopped. */
export function keepLeases({ database, held, leaseMs, clock, onFailure }: Keeping): () => Promise<void> {
  const stopping = new AbortController();
  let purgedAt = Number.NEGATIVE_INFINITY;
  let isFailing = false;

  async function renew(): Promise<void> {
    const oneByOne = database.inOneTrip ?? database.inTurn;
    const renewal = await oneByOne(async (query) => {
      const [asked, since, at] = [held.ids(), performance.now(), await clock.now()];
      const renewed =
        asked.length > 0 ? await renewLeases(query, asked, { at, until: at + leaseMs }) : new Set<string>();
      return { asked, renewed, since };
    }, true);
    held.renew(renewal.asked, renewal.renewed, renewal.since);
  }

  async function beat(): Promise<void> {
    await clock.set();
    if (held.ids().length > 0) await renew();
    const at = await clock.now();
    await endSilentOrders(database, at);
    if (at - purgedAt < purgeEvery) return;
    await purgeOld(database.query, at);
    purgedAt = at;
  }

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(leaseMs / beatsPerLease, null, { ref: false, signal: stopping.signal }).catch(
        () => undefined,
      );
      if (stopping.signal.aborted) return;
      // Once is enough for as long as it lasts.
      const failure = await beat().then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (failure !== null && !isFailing) onFailure(failure.error);
      isFailing = failure !== null;
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
