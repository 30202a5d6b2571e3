import { createReadiness } from '#server/observe/readiness.ts';
import type { Readiness } from '#server/observe/readiness.ts';

import type { Database } from './database.ts';
import { pingDatabase } from './ping-database.ts';
import { tryWriting } from './write-probe.ts';

type Parts = {
  readonly database: Database;
  readonly isStopping: () => boolean;
  /** Is told when the database cannot be written to any more, and when it can again. */
  readonly say?: (line: string) => void;
};

/** Whether this server can work with its database. */
export function databaseReadiness({ database, isStopping, say = () => {} }: Parts): Readiness {
  return createReadiness({
    ping: () => pingDatabase(database),
    danger: database.danger,
    tryWriting: () => tryWriting(database),
    isStopping,
    onWriting: (failure) =>
      say(
        failure === null
          ? 'The database can be written to again.'
          : `The database cannot be written to: ${failure}. Nothing is saved until it can be.`,
      ),
  });
}
