import { randomBytes } from 'node:crypto';

import { createReadiness, type Readiness } from '#server/observe/readiness.ts';

import type { Database } from './database.ts';

type Parts = {
  readonly database: Database;
  readonly isStopping: () => boolean;
  /** Called with a line for the log when writing begins to fail, and when it works again. */
  readonly say?: (line: string) => void;
};

/** Returns the check whether this server can work with its database. */
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

/** Resolves when the database has answered a small query that reads a table. */
export async function pingDatabase({ query }: Database): Promise<void> {
  await query.selectFrom('migrations').select('version').limit(1).execute();
}

/** In bytes, as much as the largest links. A disk may have room for a few bytes and not for such a link. */
const probeBytes = 32_768;

/** Writes as much as a large link. Throws what a save would throw. */
export async function tryWriting({ query }: Pick<Database, 'query'>): Promise<void> {
  await query
    .insertInto('write_probes')
    .values({ id: 1, bytes: randomBytes(probeBytes) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ bytes: eb.ref('excluded.bytes') })),
    )
    .execute();
}
