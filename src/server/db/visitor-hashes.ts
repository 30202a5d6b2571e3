import { createHash, randomBytes } from 'node:crypto';

import type { Kysely } from 'kysely';

import type { Tables } from './database.ts';

/**
 * Returns a function that hashes a visitor with the salt of the day. All servers share the salt. Each day has its own.
 * Without the salt, nobody can find the address of a hash.
 */
export function createVisitorHashes(
  query: Kysely<Tables>,
): (visitor: string, day: number) => Promise<string> {
  let known: { readonly day: number; readonly salt: string } | null = null;
  return async (visitor, day) => {
    if (known?.day !== day) known = { day, salt: await saltOf(query, day) };
    return createHash('sha256').update(`${known.salt}\0${visitor}`).digest('base64url');
  };
}

async function saltOf(query: Kysely<Tables>, day: number): Promise<string> {
  const find = query.selectFrom('visitor_salts').select('salt').where('day', '=', day);
  const found = await find.executeTakeFirst();
  if (found !== undefined) return found.salt;
  await query
    .insertInto('visitor_salts')
    .values({ day, salt: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
  return (await find.executeTakeFirstOrThrow()).salt;
}
