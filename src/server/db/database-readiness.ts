import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';
import type { Kysely } from 'kysely';

import { createReadiness } from '#server/observe/readiness.ts';
import type { Readiness } from '#server/observe/readiness.ts';

import type { Database, Tables } from './database.ts';

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

/** Ends when the database has answered the least of questions that reads from it. */
export async function pingDatabase({ query }: Database): Promise<void> {
  await query.selectFrom('migrations').select('version').limit(1).execute();
}

/** As much as the largest links take: a disk may have room for a few bytes, and not for one of them. */
const probeBytes = 32_768;

/** A table of one row that is there to be written. */
export async function createWriteProbes(
  query: Kysely<Tables>,
  { bytes }: Pick<Database, 'bytes'>,
): Promise<void> {
  await sql`create table write_probes (id integer primary key, bytes ${sql.raw(bytes)} not null)`.execute(
    query,
  );
}

/** Ends when something was written as a link would be. Throws what a save would meet. */
export async function tryWriting({ query }: Pick<Database, 'query'>): Promise<void> {
  await query
    .insertInto('write_probes')
    .values({ id: 1, bytes: randomBytes(probeBytes) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ bytes: eb.ref('excluded.bytes') })),
    )
    .execute();
}
