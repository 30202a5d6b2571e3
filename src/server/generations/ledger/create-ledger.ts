import { randomUUID } from 'node:crypto';

import { type Database, nameStorageFailure } from '#server/db/database.ts';

import { checkOrder, readLeft } from './check-order.ts';
import { createSharedClock, dayOf, type SharedClock } from './clock.ts';
import { endOrdersOfEarlierProcess } from './expired-orders.ts';
import { createHeldOrders, startRenewals } from './leases.ts';
import type { Ledger, Opening, Order, Settlement } from './ledger.ts';
import { findOrder, forgetOrders } from './order-rows.ts';
import { countsVisitors, type LedgerTerms } from './rules.ts';
import { createSettlements } from './settlements.ts';
import { createOrderTaker } from './take-order.ts';
import { createVisitorHashes } from './visitor-hashes.ts';

export type LedgerOptions = LedgerTerms & {
  readonly database: Database;
  /** A name that this server keeps when it starts again. Orders that it left running then end soon. */
  readonly server?: string;
  /** Returns milliseconds since 1970. By default the time of the database. */
  readonly now?: () => number;
  /** How long an order runs without a renewal of its lease. */
  readonly leaseMs?: number;
  /** Called when an order cannot be settled or a lease cannot be renewed. */
  readonly onFailure?: (error: unknown) => void;
};

const notOpened =
  'The generation could not be started, because the server could not note it down. Please try again.';

/** The settlement of an order whose start was never confirmed. */
const nothingCalled: Settlement = { spent: 0, isCounted: false, state: 'failed', record: null };

/** Returns the ledger of this process. All servers share its database. */
export function createLedger(options: LedgerOptions): Ledger {
  const { database, limits, server = randomUUID(), leaseMs = 10_000, onFailure = () => {} } = options;
  const clock = clockOf(options);
  const held = createHeldOrders(leaseMs);
  const hashVisitor = createVisitorHashes(database.query);
  const settlements = createSettlements({ database, onEnd: held.drop, onFailure });
  const onUnanswered = (ids: readonly string[]) =>
    ids.forEach((id) => void settlements.settle(id, nothingCalled));
  const takeOrder = createOrderTaker({ ...options, server, clock, leaseMs, hashVisitor, onUnanswered });
  const stopRenewals = startRenewals({ database, held, leaseMs, clock, onFailure });
  const earlierEnded = endOrdersOfEarlierProcess({ database, server, leaseMs, clock }).catch(onFailure);

  async function take(order: Order, onLost: () => void): Promise<Opening> {
    const { opening, since } = await takeOrder(order);
    if (opening.kind === 'started') held.add(opening.id, since, onLost);
    return opening;
  }

  return {
    async check(order) {
      await earlierEnded;
      await nameStorageFailure(() => checkOrder(database.query, order, { ...options, clock, hashVisitor }));
    },

    async open(order, onLost = () => {}) {
      if (!isWritten(order, options)) return { kind: 'started', id: randomUUID() };
      await earlierEnded;
      return nameStorageFailure(() => take(order, onLost), 'storage-failed', notOpened);
    },

    async settle(id, settlement) {
      // An order that was not written is not settled.
      if (!held.has(id)) return;
      held.end(id);
      await settlements.settle(id, settlement);
    },

    look: (key) =>
      nameStorageFailure(
        async () => (await findOrder(database.query, key, await clock.now()))?.outcome ?? null,
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
      await earlierEnded;
      await stopRenewals();
      await settlements.end();
    },
  };
}

function clockOf({ database, now }: LedgerOptions): SharedClock {
  if (now === undefined) return createSharedClock(database.time);
  return { now: async () => now(), set: async () => {} };
}

function isWritten({ isPaid, key }: Order, { limits, budget }: LedgerTerms): boolean {
  if (key !== null || limits.runningPerWorkspace !== null) return true;
  return isPaid && (countsVisitors(limits) || budget !== null);
}
