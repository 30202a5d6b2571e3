import type { Order } from './ledger.ts';

/** An order as the ledger writes it down. Times are milliseconds since 1970. */
export type CountedOrder = Omit<Order, 'visitor'> & {
  /** Null where visitors are not counted. */
  readonly visitorHash: string | null;
  readonly at: number;
  /** Whose budget it is charged to, counted since 1970. */
  readonly day: number;
  readonly leaseUntil: number;
};
