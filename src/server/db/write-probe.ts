import { randomBytes } from 'node:crypto';

import type { Kysely } from 'kysely';
import { sql } from 'kysely';

import type { Database, Tables } from './database.ts';

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
