import { setTimeout as sleep } from 'node:timers/promises';

import { failureName } from './describe-error.ts';

/** Whether the server can serve requests, and if not, why. `cause` is the name of the error, if it has one. */
type Condition = {
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
  readonly danger: () => { readonly code: keyof typeof dangers } | null;
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
  const {
    ping,
    danger,
    tryWriting,
    isStopping,
    onWriting,
    timeout = 1000,
    writeCheckInterval = 15_000,
  } = parts;
  let asking: Promise<boolean> | null = null;
  let failure: string | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | null = null;

  async function ask(): Promise<boolean> {
    const answered = ping().then(
      () => true,
      () => false,
    );
    const isThere = await withTimeout(timeout, answered, false);
    asking = null;
    return isThere;
  }

  async function checkWriting(): Promise<void> {
    const before = failure;
    failure = await tryWriting().then(() => null, failureName);
    if ((before === null) !== (failure === null)) onWriting?.(failure);
    checkedAt = performance.now();
    checking = null;
  }

  return async () => {
    if (isStopping()) return { status: 'stopping' };
    const known = danger();
    if (known !== null) return { status: dangers[known.code] };
    asking ??= ask();
    if (!(await asking)) return { status: 'database-away' };
    if (performance.now() - checkedAt >= writeCheckInterval) {
      checking ??= checkWriting();
      await withTimeout(timeout, checking, undefined);
    }
    return failure === null ? { status: 'ready' } : { status: 'database-unwritable', cause: failure };
  };
}

/** Returns the result of the work, or `fallback` if it takes longer than the timeout (in milliseconds). */
function withTimeout<T>(timeout: number, work: Promise<T>, fallback: T): Promise<T> {
  return Promise.race([work, sleep(timeout, fallback, { ref: false })]);
}

/** In milliseconds. */
const watchInterval = 2000;

/**
 * Checks the database regularly. `danger` returns a known reason why nothing can be saved, or null. Calls `say` once for
 * each danger and for its end. Returns a function that stops.
 */
export function watchDatabase(danger: () => Error | null, say: (line: string) => void): () => void {
  let reported: string | null = null;

  function look(): void {
    const message = danger()?.message ?? null;
    if (message === reported) return;
    say(message ?? 'The database file is back: links are saved again.');
    reported = message;
  }

  look();
  const timer = setInterval(look, watchInterval).unref();
  return () => clearInterval(timer);
}
