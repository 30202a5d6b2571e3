import type { Kysely } from 'kysely';
import { sql } from 'kysely';

import type { LinkRow, Tables } from './database.ts';
import { derivedColumns } from './link-row.ts';

const rowsAtOnce = 500;

type StoredFields = Pick<LinkRow, 'workspace_id' | 'id' | 'url' | 'description'>;

/** Fills what searches and look-ups need into links that were saved without it, in the order of their key. */
export async function fillDerivedColumns(query: Kysely<Tables>): Promise<void> {
  let rows = await rowsAfter(query, null);
  while (rows.length > 0) {
    const values = rows.map((row) => {
      const { search_text, url_hash } = derivedColumns(row);
      return sql`(${row.workspace_id}, ${row.id}, ${search_text}, ${url_hash})`;
    });
    await sql`
      with derived (workspace_id, id, search_text, url_hash) as (values ${sql.join(values)})
      update links set search_text = derived.search_text, url_hash = derived.url_hash
      from derived where links.workspace_id = derived.workspace_id and links.id = derived.id`.execute(query);
    rows = await rowsAfter(query, rows.at(-1) ?? null);
  }
}

function rowsAfter(query: Kysely<Tables>, last: StoredFields | null): Promise<StoredFields[]> {
  const rows = query
    .selectFrom('links')
    .select(['workspace_id', 'id', 'url', 'description'])
    .orderBy('workspace_id')
    .orderBy('id')
    .limit(rowsAtOnce);
  if (last === null) return rows.execute();
  return rows
    .where((eb) => eb(eb.refTuple('workspace_id', 'id'), '>', eb.tuple(last.workspace_id, last.id)))
    .execute();
}
