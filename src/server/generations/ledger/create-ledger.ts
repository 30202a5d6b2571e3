import { randomUUID } from 'node:crypto';

import type { Database } from '#server/db/database.ts';
import { nameStorageFailure } from '#server/db/storage-failure.ts';

import { findClick, forgetOrders } from './clicks.ts';
import { dayOf } from './days.ts';
import { createHeldOrders } from './held-orders.ts';
import { keepLeases } from './leases.ts';
import type { Ledger, Opening, Order, Settlement } from './ledger.ts';
import { readLeft } from './read-left.ts';
import { refuseEarly } from './refuse-early.ts';
import { countsVisitors } from './rules.ts';
import type { Terms } from './rules.ts';
import { createSettling } from './settling.ts';
import { createSharedClock } from './shared-clock.ts';
import type { SharedClock } from './shared-clock.ts';
import { endFormerSelf } from './silent-servers.ts';
import { createTaking } from './take-order.ts';
import { createVisitorHashes } from './visitor-hashes.ts';

export type LedgerOptions = Terms & {
  readonly database: Database;
  /** A name that this server keeps when it starts again. What its former self left running is then ended soon. */
  readonly server?: string;
  /** Milliseconds since 1970; by default the database's time. */
  readonly now?: () => number;
  /** How long an order lives that its server does not speak of. */
  readonly leaseMs?: number;
  /** Hears of what could not be settled, and of leases that could not be renewed. */
  readonly onFailure?: (error: unknown) => void;
};

const notOpened =
  'The generation could not be started, because the server could not note it down. Please try again.';

/** Of an order that nobody was told of. */
const nothingCalled: Settlement = { spent: 0, isCounted: false, state: 'failed', record: null };

/** The ledger of this process on the database that all share. */
export function createLedger(options: LedgerOptions): Ledger {
  const { database, limits, server = randomUUID(), leaseMs = 10_000, onFailure = () => {} } = options;
  const clock = clockOf(options);
  const held = createHeldOrders(leaseMs);
  const hashVisitor = createVisitorHashes(database.query);
  const settling = createSettling({ database, onEnd: held.drop, onFailure });
  const onUnanswered = (ids: readonly string[]) =>
    ids.forEach((id) => void settling.settle(id, nothingCalled));
  const takeOrder = createTaking({ ...options, server, clock, leaseMs, hashVisitor, onUnanswered });
  const stopKeeping = keepLeases({ database, held, leaseMs, clock, onFailure });
  const formerEnded = endFormerSelf({ database, server, leaseMs, clock }).catch(onFailure);

  async function take(order: Order, onLost: () => void): Promise<Opening> {
    const { opening, since } = await takeOrder(order);
    if (opening.kind === 'started') held.add(opening.id, since, onLost);
    return opening;
  }

  return {
    async check(order) {
      await formerEnded;
      await refuseEarly(database.query, order, { ...options, clock, hashVisitor });
    },

    async open(order, onLost = () => {}) {
      if (!isWritten(order, options)) return { kind: 'started', id: randomUUID() };
      await formerEnded;
      return nameStorageFailure(() => take(order, onLost), 'storage-failed', notOpened);
    },

    async settle(id, settlement) {
      // One that was not written need not be settled.
      if (!held.has(id)) return;
      held.end(id);
      await settling.settle(id, settlement);
    },

    look: (click) =>
      nameStorageFailure(
        async () => (await findClick(database.query, click, await clock.now()))?.outcome ?? null,
      ),

    forget: (workspace) => nameStorageFailure(() => forgetOrders(database.query, workspace)),

    left: (visitor, worstCase = 1) =>
      nameStorageFailure(async () => {
        const at = await clock.now();
        const isCounted = visitor !== null && limits.perDay !== null;
        const visitorHash = isCounted ? await hashVisitor(visitor, dayOf(at)) : null;
        return readLeft(database.query, { visitorHash, worstCase, at }, options);
      }),

    async close() {
      await formerEnded;
      await stopKeeping();
      await settling.end();
    },
  };
}

function clockOf({ database, now }: LedgerOptions): SharedClock {
  if (now === undefined) return createSharedClock(database.time);
  return { now: async () => now(), set: async () => {} };
}

function isWritten({ isPaid, click }: Order, { limits, budget }: Terms): boolean {
  if (click !== null || limits.runningPerWorkspace !== null) return true;
  return isPaid && (countsVisitors(limits) || budget !== null);
}
