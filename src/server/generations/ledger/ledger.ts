/** One press of a button: a request that repeats it is the same order. Neither hash leads back to what was hashed. */
export type Click = {
  /** Of the workspace and the key of the request. */
  readonly keyHash: string;
  readonly bodyHash: string;
};

export type Order = {
  readonly workspace: string;
  /** The visitor's address, or what stands for it. Kept as a hash that nobody can undo once the day's salt is gone. */
  readonly visitor: string;
  /** Whether a provider is asked: what the built-in writer writes costs nothing and counts only while it runs. */
  readonly isPaid: boolean;
  /** The most that it can cost, in the unit of the budget. Held back until the order is settled. */
  readonly worstCase: number;
  /** Null: nobody can repeat it. */
  readonly click: Click | null;
};

export type Outcome = {
  /** Interrupted: the server that ran it fell silent before it settled. */
  readonly state: 'done' | 'failed' | 'stopped' | 'interrupted';
  /** What the settlement carried. */
  readonly record: Uint8Array | null;
};

export type Opening =
  | { readonly kind: 'started'; readonly id: string }
  /** The click is at work already. */
  | { readonly kind: 'running'; readonly id: string }
  | { readonly kind: 'ended'; readonly outcome: Outcome };

export type Settlement = {
  /** What it cost, in the unit of the budget. */
  readonly spent: number;
  /** Whether anything was used. If not, the visitor has one generation more today. */
  readonly isCounted: boolean;
  readonly state: 'done' | 'failed' | 'stopped';
  /** For those who repeat the click within a day. */
  readonly record: Uint8Array | null;
};

export type Left = {
  /** Generations that the visitor may still start today; null: as many as they like. */
  readonly today: number | null;
  /** What is neither spent nor held back today, in the unit of the budget; null: there is no budget. */
  readonly budgetLeft: number | null;
  /** Null: the next order is welcome. What running orders hold back does not close the day, for most of it returns. */
  readonly closedBy: 'budget-spent' | 'visitor-day-limit' | null;
  /** When the day that is closed ends, in milliseconds since 1970. */
  readonly reopensAt: number | null;
};

/**
 * The book of what generations may cost and do cost, shared by all servers of one database.
 * Days are those of UTC. Nothing is written where nothing is limited and no click can be repeated.
 */
export type Ledger = {
  /**
   * Throws why `open` would refuse an order for the model, whatever its worst case: 'workspace-running',
   * 'visitor-minute-limit', 'visitor-day-limit', 'budget-spent' and 'storage-failed'. Writes nothing down. In doubt it lets
   * the order pass: `open` decides.
   */
  check(order: Pick<Order, 'workspace' | 'visitor' | 'click'>): Promise<void>;
  /**
   * Counts the order and holds back its worst case, or refuses it, at once for all servers.
   * Throws 'budget-spent', 'visitor-minute-limit', 'visitor-day-limit', 'workspace-running', 'idempotency-key-reused',
   * and 'storage-failed' or 'server-busy' rather than let anything be paid for that nobody counts.
   * `onLost` is called before others may be given what a started order holds: what is paid for must end then.
   */
  open(order: Order, onLost?: () => void): Promise<Opening>;
  /**
   * Once for each order that was started; a repetition changes nothing. Never fails, and is not waited for long:
   * what it cannot write at once it writes later, and what it can never write is left to the lease.
   */
  settle(id: string, settlement: Settlement): Promise<void>;
  /** What became of a click; null where nobody knows it. Throws 'idempotency-key-reused'. */
  look(click: Click): Promise<Outcome | 'running' | null>;
  /** Deletes what was kept of the workspace's orders that have ended. What they count against the visitor's day stays. */
  forget(workspace: string): Promise<void>;
  /** Of the visitor, or of the budget alone. Closed is what has no room for an order of this worst case. */
  left(visitor: string | null, worstCase?: number): Promise<Left>;
  /** Ends when what was begun is written. Before the database closes. */
  close(): Promise<void>;
};

/** Each is null where there is no limit. */
export type LedgerLimits = {
  readonly perMinute: number | null;
  readonly perDay: number | null;
  readonly runningPerWorkspace: number | null;
};

/** 'usd' counts in millionths of a dollar. */
export type DailyBudget = { readonly unit: 'usd' | 'tokens'; readonly perDay: number };
