import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '#server/db/database.ts';

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

/**
 * Among several servers a lease that has passed is not renewed: another may have been given its place. An SQLite file has
 * one server, so that nobody was: there only what was ended is not renewed.
 */
async function renewLeases(
  { urgent, inOneTrip }: Database,
  ids: readonly string[],
  { at, until }: { readonly at: number; readonly until: number },
): Promise<ReadonlySet<string>> {
  const mine = urgent.selectFrom('ledger_orders').select('id').where('id', 'in', ids);
  const renewable =
    inOneTrip === null
      ? mine.where('lease_until', 'is not', null)
      : mine.where('lease_until', '>', at).orderBy('id').forUpdate();
  const renewed = await urgent
    .updateTable('ledger_orders')
    .set({ lease_until: until })
    .where('id', 'in', renewable)
    .returning('id')
    .execute();
  return new Set(renewed.map(({ id }) => id));
}

/** Renews the leases of what runs here, ends what others left, and forgets what is old, until it is stopped. */
export function keepLeases({ database, held, leaseMs, clock, onFailure }: Keeping): () => Promise<void> {
  const stopping = new AbortController();
  let purgedAt = Number.NEGATIVE_INFINITY;
  let isFailing = false;
  let tidying: Promise<void> | null = null;

  async function renew(at: number, since: number): Promise<void> {
    const asked = held.ids();
    if (asked.length === 0) return;
    held.renew(asked, await renewLeases(database, asked, { at, until: at + leaseMs }), since);
  }

  async function tidy(at: number): Promise<void> {
    await endSilentOrders(database, at);
    if (at - purgedAt >= purgeEvery) {
      await purgeOld(database.query, at);
      purgedAt = at;
    }
    // Last: where the clock has jumped ahead, what runs here is renewed before anything is ended by the new time.
    await clock.set();
    isFailing = false;
  }

  /** Of a failure the first is enough for as long as it lasts. */
  function tell(error: unknown): void {
    if (!isFailing) onFailure(error);
    isFailing = true;
  }

  async function beat(): Promise<void> {
    const [since, at] = [performance.now(), await clock.now()];
    await renew(at, since);
    // By the time from before the renewal, however long that took: so it never ends what runs here.
    // Renewals do not wait for it: it may have to wait for its turn for longer than a lease lasts.
    tidying ??= tidy(at)
      .catch(tell)
      .finally(() => {
        tidying = null;
      });
  }

  // Beside the beats: a database that does not answer holds those up. An SQLite file has no other server to make room for.
  const isAlone = database.inOneTrip === null;
  const watch = isAlone ? undefined : setInterval(held.loseExpired, leaseMs / 20).unref();
  const ended = repeat(() => beat().catch(tell), leaseMs / beatsPerLease, stopping.signal);
  return async () => {
    clearInterval(watch);
    stopping.abort();
    await ended;
    await tidying;
  };
}

/** With so many milliseconds before each time. */
async function repeat(work: () => Promise<void>, pause: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(pause, null, { ref: false, signal }).catch(() => undefined);
    if (!signal.aborted) await work();
  }
}
