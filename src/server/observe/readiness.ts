import { within } from './within.ts';

/** Whether work can be done here now, and if not, why. Never rejects. */
export type Readiness = () => Promise<'ready' | 'stopping' | 'database-away'>;

type ReadinessParts = {
  /** Ends when the database answers. */
  readonly ping: () => Promise<void>;
  readonly isStopping: () => boolean;
  readonly patience?: number;
};

/** However many ask at once, the database is asked one thing at a time, and not waited for long. */
export function createReadiness({ ping, isStopping, patience = 1000 }: ReadinessParts): Readiness {
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
    if (isStopping()) return 'stopping';
    asking ??= ask();
    return (await asking) ? 'ready' : 'database-away';
  };
}
