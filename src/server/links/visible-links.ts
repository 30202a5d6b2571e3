import type { Kysely } from 'kysely';
import { sql } from 'kysely';

import type { Tables } from '#server/db/database.ts';

/** All that `String.prototype.trim` takes away. */
const blankCharacters =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** The URL without blanks around it. Stands in an index, so that its text never changes. */
export const trimmedUrl = sql<string>`trim(url, ${sql.lit(blankCharacters)})`;

/** Rows may come from elsewhere: a link with a blank URL is never shown, and pages stay full without it. */
export function visibleLinks(query: Kysely<Tables>, workspace: string) {
  return query.selectFrom('links').where('workspace_id', '=', workspace).where(trimmedUrl, '<>', '');
}
