import type { Database } from './database.ts';

/** Ends when the database has answered the least of questions that reads from it. */
export async function pingDatabase({ query }: Database): Promise<void> {
  await query.selectFrom('migrations').select('version').limit(1).execute();
}
