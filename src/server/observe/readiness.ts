import { failureName } from './describe-error.ts';
import { withTimeout } from './with-timeout.ts';

/** Whether the server can serve requests, and if not, why. `cause` is the name of the error, if it has one. */
export type Condition = {
  readonly status:
    | 'ready'
    | 'stopping'
    | 'database-away'
    | 'database-moved'
    | 'database-damaged'
    | 'database-unwritable';
  readonly cause?: string;
};

/** Returns the current condition. Never rejects. */
export type Readiness = () => Promise<Condition>;

type ReadinessParts = {
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  /** Returns a known reason why nothing can be saved, or null. */
  readonly danger: () => { readonly code: 'DATABASE_MOVED' | 'DATABASE_DAMAGED' } | null;
  /** Resolves when a write to the database has worked. */
  readonly tryWriting: () => Promise<void>;
  readonly isStopping: () => boolean;
  /** Called when writes begin to fail, with the name of the error, and when they work again, with null. */
  readonly onWriting?: (failure: string | null) => void;
  /** The longest wait for an answer, in milliseconds. */
  readonly timeout?: number;
  /** Milliseconds for which the result of a write is reused, so that checks cause little load. */
  readonly writeCheckInterval?: number;
};

const dangers = { DATABASE_MOVED: 'database-moved', DATABASE_DAMAGED: 'database-damaged' } as const;

/** Simultaneous checks share one query to the database, and wait for it no longer than the timeout. */
export function createReadiness(parts: ReadinessParts): Readiness {
  const { ping, danger, isStopping, timeout = 1000 } = parts;
  const writing = createWritingCheck(parts);
  let asking: Promise<boolean> | null = null;

  async function ask(): Promise<boolean> {
    const answered = ping().then(
      () => true,
      () => false,
    );
    const isThere = await withTimeout(timeout, answered, false);
    asking = null;
    return isThere;
  }

  return async () => {
    if (isStopping()) return { status: 'stopping' };
    const known = danger();
    if (known !== null) return { status: dangers[known.code] };
    asking ??= ask();
    if (!(await asking)) return { status: 'database-away' };
    await withTimeout(timeout, writing.check(), null);
    const cause = writing.failure();
    return cause === null ? { status: 'ready' } : { status: 'database-unwritable', cause };
  };
}

function createWritingCheck({
  tryWriting,
  onWriting = () => {},
  writeCheckInterval = 15_000,
}: Pick<ReadinessParts, 'tryWriting' | 'onWriting' | 'writeCheckInterval'>) {
  let failure: string | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<null> | null = null;

  async function check(): Promise<null> {
    const before = failure;
    failure = await tryWriting().then(() => null, failureName);
    if ((before === null) !== (failure === null)) onWriting(failure);
    checkedAt = performance.now();
    checking = null;
    return null;
  }

  return {
    /** Writes again if the last result is too old. Resolves when the result is known. */
    async check(): Promise<null> {
      if (performance.now() - checkedAt < writeCheckInterval) return null;
      checking ??= check();
      return checking;
    },
    failure: () => failure,
  };
}
