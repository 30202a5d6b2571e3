import { sql } from 'kysely';
import * as z from 'zod/mini';

import type { Database } from './database.ts';

const cellSchema = z.union([z.instanceof(Uint8Array), z.transform(String)]);

/** Returns the values of each column of each table as one text. */
export async function readColumns(database: Database): Promise<ReadonlyMap<string, string>> {
  const columns = new Map<string, string>();
  for (const table of await database.query.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(table.name)}`.execute(database.query);
    for (const { name } of table.columns) {
      const cells = z
        .array(z.looseObject({}))
        .parse(rows)
        .map((row) => cellSchema.parse(row[name]));
      const texts = cells.map((cell) =>
        typeof cell === 'string' ? cell : Buffer.from(cell).toString('latin1'),
      );
      columns.set(`${table.name}.${name}`, texts.join('\n'));
    }
  }
  return columns;
}
