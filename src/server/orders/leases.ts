import type { Database, Tables } from '#server/db/database.ts';
import { repeatWork } from '#server/lib/scheduling.ts';

import { purgeOrders, endExpiredOrders } from './order-steps.ts';

/** Why an order must end that runs here: its lease is lost, its visitor has stopped it, or its workspace is deleted. */
export type EndReason = 'lease-lost' | NonNullable<Tables['orders']['stop_reason']>;

export type OnEnd = (reason: EndReason) => void;

/** The leases of the orders that run in this process. */
export type Leases = {
  /** `since` is the time when the lease was requested, by `performance.now()`. `onEnd` is called at most once. */
  add(id: string, since: number, onEnd: OnEnd): void;
  has(id: string): boolean;
  /** The order has ended: `onEnd` is not called any more. Its lease is renewed until its settlement is written. */
  end(id: string): void;
  remove(id: string): void;
  /** Ends the renewals. */
  close(): Promise<void>;
};

type Lease = {
  /** The time until which the lease certainly lasts, by `performance.now()`. */
  until: number;
  onEnd: OnEnd | null;
};

type LeaseServices = {
  readonly database: Database;
  /** Returns milliseconds since 1970. */
  readonly now: () => Promise<number>;
  readonly leaseMs: number;
  readonly onFailure: (error: unknown) => void;
};

/** How often a server renews its leases within the time of one lease. */
export const renewalsPerLease = 8;
/** In milliseconds. */
const purgeEvery = 600_000;

/**
 * Renews the leases of the orders of this process, ends the expired orders of other processes, and deletes old orders.
 * An order whose lease is lost must end its paid call, because another order may take its place.
 */
export function createLeases({ database, now, leaseMs, onFailure }: LeaseServices): Leases {
  const leases = new Map<string, Lease>();
  const report = createReport(onFailure);
  let purgedAt = Number.NEGATIVE_INFINITY;

  async function renew(): Promise<void> {
    const ids = [...leases.keys()];
    if (ids.length === 0) return;
    const since = performance.now();
    const renewed = await renewLeases(database, ids, await now(), leaseMs);
    for (const id of ids) {
      const lease = leases.get(id);
      const stopReason = renewed.get(id);
      if (lease === undefined) continue;
      if (stopReason !== undefined) lease.until = since + leaseMs;
      if (stopReason !== null) end(lease, stopReason ?? 'lease-lost');
    }
  }

  async function tidy(): Promise<void> {
    const at = await now();
    // After a jump of the clock, the leases of this process may seem to have expired. They are only renewed late.
    await endExpiredOrders(database, at, [...leases.keys()]);
    if (at - purgedAt < purgeEvery) return;
    await purgeOrders(database.query, at);
    purgedAt = at;
  }

  function endExpiredLeases(): void {
    const latest = performance.now() + leaseMs / 10;
    for (const lease of leases.values()) if (lease.until <= latest) end(lease, 'lease-lost');
  }

  // This timer is separate from renewals, which wait while the database does not answer. Nobody else would end the
  // orders of a database that is not shared.
  const watch = database.isShared ? setInterval(endExpiredLeases, leaseMs / 20).unref() : undefined;
  const pause = leaseMs / renewalsPerLease;
  const pauses = { first: pause, later: pause };
  const stops = [renew, tidy].map((work) => repeatWork(() => report(work()), pauses));
  return {
    add: (id, since, onEnd) => void leases.set(id, { until: since + leaseMs, onEnd }),
    has: (id) => leases.has(id),
    end(id) {
      const lease = leases.get(id);
      if (lease !== undefined) lease.onEnd = null;
    },
    remove: (id) => void leases.delete(id),
    async close() {
      clearInterval(watch);
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

function end(lease: Lease, reason: EndReason): void {
  const { onEnd } = lease;
  lease.onEnd = null;
  onEnd?.(reason);
}

/**
 * Renews these leases, and returns the renewed ones with the reason why each must stop, if there is one. In a shared
 * database an expired lease is not renewed, because another order may have its place.
 */
async function renewLeases(
  { urgent, isShared }: Database,
  ids: readonly string[],
  at: number,
  leaseMs: number,
): Promise<ReadonlyMap<string, Tables['orders']['stop_reason']>> {
  const renewed = await urgent
    .updateTable('orders')
    .set({ lease_until: at + leaseMs })
    .where('id', 'in', ids)
    .where('lease_until', '>', isShared ? at : 0)
    .returning(['id', 'stop_reason'])
    .execute();
  return new Map(renewed.map(({ id, stop_reason: reason }) => [id, reason]));
}

/** Returns a function that reports the failure of some work, but only the first of several in a row. */
function createReport(onFailure: (error: unknown) => void) {
  let isFailing = false;
  return async (work: Promise<void>): Promise<void> => {
    try {
      await work;
      isFailing = false;
    } catch (error) {
      if (!isFailing) onFailure(error);
      isFailing = true;
    }
  };
}
