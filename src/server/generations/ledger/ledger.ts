/** An idempotency key: requests with the same hashes are the same order. The hashes cannot be undone. */
export type HashedKey = {
  /** The hash of the workspace and the key of the request. */
  readonly keyHash: string;
  /** The hash of the body of the request. */
  readonly bodyHash: string;
};

export type Order = {
  readonly workspace: string;
  /** What `visitorOf` returns. Stored as a hash that nobody can undo once the salt of the day is deleted. */
  readonly visitor: string;
  /** Whether a provider is asked. The built-in writer costs nothing and counts only while it runs. */
  readonly isPaid: boolean;
  /** The most that it can cost, in the unit of the budget. It is held back until the order is settled. */
  readonly worstCase: number;
  /** Null: nobody can repeat it. */
  readonly key: HashedKey | null;
};

export type Outcome = {
  /** 'interrupted': its server stopped before it settled the order. */
  readonly state: 'done' | 'failed' | 'stopped' | 'interrupted';
  /** The record of the settlement. */
  readonly record: Uint8Array | null;
};

export type Opening =
  | { readonly kind: 'started'; readonly id: string }
  /** There is an order with this key already. */
  | { readonly kind: 'known'; readonly outcome: Outcome | 'running' };

export type Settlement = {
  /** In the unit of the budget. */
  readonly spent: number;
  /** Whether it counts against the visitor's day. */
  readonly isCounted: boolean;
  readonly state: 'done' | 'failed' | 'stopped';
  /** For repetitions of the request within a day. */
  readonly record: Uint8Array | null;
};

export type Left = {
  /** How many generations the visitor may still start today; null: no limit. */
  readonly today: number | null;
  /** What is neither spent nor held back today, in the unit of the budget; null: no budget. */
  readonly budgetLeft: number | null;
  /** Null: the day is open. What running orders hold back does not close it, because most of that comes back. */
  readonly closedBy: 'budget-spent' | 'visitor-day-limit' | null;
  /** When the closed day ends, in milliseconds since 1970. Null when the day is open. */
  readonly reopensAt: number | null;
};

/**
 * What generations may cost and did cost, shared by all servers of one database. Days are in UTC.
 * Orders without a limit and without an idempotency key are not written.
 */
export type Ledger = {
  /**
   * Throws why `open` would refuse an order for the model, whatever its worst case: 'workspace-running',
   * 'visitor-minute-limit', 'visitor-day-limit', 'budget-spent' and 'storage-failed'. Writes nothing. In doubt it does
   * not throw: `open` decides.
   */
  check(order: Pick<Order, 'workspace' | 'visitor' | 'key'>): Promise<void>;
  /**
   * Counts the order and holds back its worst case for all servers, or refuses the order.
   * Throws 'budget-spent', 'visitor-minute-limit', 'visitor-day-limit', 'workspace-running', 'idempotency-key-reused',
   * and 'storage-failed' or 'server-busy' when the order cannot be written.
   * Calls `onLost` before other orders may get the money of this one. Its paid call must end then.
   */
  open(order: Order, onLost?: () => void): Promise<Opening>;
  /**
   * Settles a started order. A second call changes nothing. Never throws and never takes long: what cannot be written
   * at once is written later, and what can never be written ends with the lease.
   */
  settle(id: string, settlement: Settlement): Promise<void>;
  /** Returns the outcome of the order with this key; null when there is none. Throws 'idempotency-key-reused'. */
  look(key: HashedKey): Promise<Outcome | 'running' | null>;
  /** Deletes the data of the workspace's ended orders. They still count against the visitor's day. */
  forget(workspace: string): Promise<void>;
  /** `visitor` null: only the budget. The day is closed when it has no room for an order of this worst case. */
  left(visitor: string | null, worstCase?: number): Promise<Left>;
  /** Resolves when all settlements are written. Must be called before the database closes. */
  close(): Promise<void>;
};

/** Null: no limit. */
export type LedgerLimits = {
  readonly perMinute: number | null;
  readonly perDay: number | null;
  readonly runningPerWorkspace: number | null;
};

/** 'usd': `perDay` is in millionths of a dollar. */
export type DailyBudget = { readonly unit: 'usd' | 'tokens'; readonly perDay: number };

export type LedgerTerms = { readonly limits: LedgerLimits; readonly budget: DailyBudget | null };
