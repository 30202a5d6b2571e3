/** An idempotency key: requests with the same hashes are the same order. */
export type HashedKey = {
  /** The hash of the workspace and the key of the request. */
  readonly keyHash: string;
  /** The hash of the body of the request. */
  readonly bodyHash: string;
};

export type SoughtKey = Pick<HashedKey, 'keyHash'> & { readonly bodyHash: string | null };

export type Order = {
  readonly workspace: string;
  /** The result of `visitorOf`. Stored as a hash that nobody can reverse once the salt of the day is deleted. */
  readonly visitor: string;
  /** Whether a provider is asked. The built-in writer costs nothing and counts only while it runs. */
  readonly isPaid: boolean;
  /** The most that it can cost, in the unit of the budget. This amount is reserved until the order is settled. */
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

/**
 * 'end': the visitor has stopped it. 'look': somebody asked what has become of it. 'read': somebody waits for its result
 * on another server.
 */
export type Wish = 'end' | 'look' | 'read';

/** 'place': a new order needs its place, if nobody waits for it. */
export type AskedOrder = { readonly keyHash: string; readonly wish: Wish | 'place' };

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
  /** The encrypted outcome, for repetitions of the request within a day. */
  readonly record: Uint8Array | null;
};

export type Left = {
  /** How many generations the visitor may still start today; null: no limit. */
  readonly today: number | null;
  /** The amount that is neither spent nor reserved today, in the unit of the budget; null: no budget. */
  readonly budgetLeft: number | null;
  /** Null: the day is open. Reserved amounts do not close it, because most of them become free again. */
  readonly closedBy: 'budget-spent' | 'visitor-day-limit' | null;
  /** When the closed day ends, in milliseconds since 1970. Null when the day is open. */
  readonly reopensAt: number | null;
};

/**
 * The record of what generations may cost and did cost. All servers of one database share it. Days are in UTC.
 * Orders without a limit and without an idempotency key are not written.
 */
export type Ledger = {
  /**
   * Throws if `open` would refuse an order for the model, whatever its worst case: 'workspace-running',
   * 'visitor-minute-limit', 'visitor-day-limit', 'budget-spent' and 'storage-failed'. Writes no order. `open` may still
   * refuse the order.
   */
  check(order: Pick<Order, 'workspace' | 'visitor' | 'key'>): Promise<void>;
  /**
   * Counts the order and reserves its worst case for all servers, or refuses the order.
   * Throws 'budget-spent', 'visitor-minute-limit', 'visitor-day-limit', 'workspace-running', 'workspace-deleted',
   * 'idempotency-key-reused', and 'storage-failed' or 'server-busy' when the order cannot be written.
   * Calls `onLost` before another order may take the place of this one. Its paid call must end then.
   */
  open(order: Order, onLost?: () => void): Promise<Opening>;
  /**
   * Settles a started order. A second call changes nothing. Never throws and takes at most two seconds: if the database
   * fails, tries again later. An order that cannot be settled ends when its lease expires.
   */
  settle(id: string, settlement: Settlement): Promise<void>;
  /**
   * Returns the outcome of the order with this key; null when there is none. Throws 'idempotency-key-reused' for another
   * body. If `bodyHash` is null, any body is right.
   */
  look(key: SoughtKey): Promise<Outcome | 'running' | null>;
  /** Tells the server of the running order with this key to end it, or that it is still wanted. */
  ask(keyHash: string, wish: Wish): Promise<void>;
  /**
   * Returns the id of the order of the workspace on another server that may give its place next: one that is asked
   * already, or the oldest one that is not in `except`. Null: there is none.
   */
  findPlace(workspace: string, except: ReadonlySet<string>): Promise<string | null>;
  /** Asks the server of the order for its place. It ends the order, or calls `keepPlaces` if somebody waits for it. */
  askForPlace(id: string): Promise<void>;
  keepPlaces(keyHashes: readonly string[]): Promise<void>;
  /** Returns what other servers ask of the running orders with these keys. A look and a reader are returned once. */
  takeAsked(keyHashes: readonly string[]): Promise<readonly AskedOrder[]>;
  /** Deletes the data of the workspace's ended orders. They still count against the visitor's day. */
  forget(workspace: string): Promise<void>;
  /** If `visitor` is null, reads only the budget. A day without room for an order of this worst case is closed. */
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
