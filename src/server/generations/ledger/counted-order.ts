import type { DailyBudget, Order } from './ledger.ts';

/** An order as the ledger writes it down. Times are milliseconds since 1970. */
export type CountedOrder = Pick<Order, 'workspace' | 'worstCase' | 'click'> & {
  readonly id: string;
  /** Who runs it, by a name that it keeps when it starts again. */
  readonly server: string;
  /** Null where visitors are not counted. */
  readonly visitorHash: string | null;
  readonly at: number;
  /** Whose budget it is charged to, counted since 1970; null where it is charged to none. */
  readonly day: number;
  readonly unit: DailyBudget['unit'] | null;
  readonly leaseUntil: number;
};
