import { failureName } from './describe-error.ts';
import { within } from './within.ts';

/** Whether work can be done here now, and if not, why. `cause`: the name of what failed, where it has one. */
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

/** Never rejects. */
export type Readiness = () => Promise<Condition>;

type ReadinessParts = {
  /** Ends when the database answers. */
  readonly ping: () => Promise<void>;
  /** Why nothing is saved, as far as it is known. */
  readonly danger: () => { readonly code: 'DATABASE_MOVED' | 'DATABASE_DAMAGED' } | null;
  /** Ends when the database was written to. */
  readonly tryWriting: () => Promise<void>;
  readonly isStopping: () => boolean;
  /** Hears when writing fails that did not fail before, and when it works again: then it is null. */
  readonly onWriting?: (failure: string | null) => void;
  readonly patience?: number;
  /** How long what came of a write is believed, in milliseconds: a question must not become a load. */
  readonly writingBelieved?: number;
};

const dangers = { DATABASE_MOVED: 'database-moved', DATABASE_DAMAGED: 'database-damaged' } as const;

/** However many ask at once, the database is asked one thing at a time, and not waited for long. */
export function createReadiness(parts: ReadinessParts): Readiness {
  const { ping, danger, isStopping, patience = 1000 } = parts;
  const writing = createWritingCheck(parts);
  let asking: Promise<boolean> | null = null;

  async function ask(): Promise<boolean> {
    const answered = ping().then(
      () => true,
      () => false,
    );
    const isThere = await within(patience, answered, false);
    asking = null;
    return isThere;
  }

  return async () => {
    if (isStopping()) return { status: 'stopping' };
    const known = danger();
    if (known !== null) return { status: dangers[known.code] };
    asking ??= ask();
    if (!(await asking)) return { status: 'database-away' };
    await within(patience, writing.check(), null);
    const cause = writing.failure();
    return cause === null ? { status: 'ready' } : { status: 'database-unwritable', cause };
  };
}

function createWritingCheck({
  tryWriting,
  onWriting = () => {},
  writingBelieved = 15_000,
}: Pick<ReadinessParts, 'tryWriting' | 'onWriting' | 'writingBelieved'>) {
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
    /** Ends when it is known what came of the last write, which is made anew now and then. */
    async check(): Promise<null> {
      if (performance.now() - checkedAt < writingBelieved) return null;
      checking ??= check();
      return checking;
    },
    failure: () => failure,
  };
}
