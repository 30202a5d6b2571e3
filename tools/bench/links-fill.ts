import path from 'node:path';

import { DatabaseSync } from '@photostructure/sqlite';
import { Client } from 'pg';

import { testFields } from '#core/links/test-link.ts';
import type { LinkRow } from '#server/db/database.ts';

import { numberedLink } from './links-data.ts';

export type Place = { readonly name: string; readonly folder: string; readonly databaseUrl: string | null };

const rowsAtOnce = 10_000;
const columns = [
  'workspace_id',
  'id',
  'url',
  'description',
  'created_at',
  'updated_at',
  'revision',
] as const satisfies readonly (keyof LinkRow)[];

/** Inserts links of usual length, created one second apart, in one transaction without syncs. */
export async function fillLinks({ folder, databaseUrl }: Place, workspace: string, count: number) {
  if (databaseUrl === null) fillSqlite(path.join(folder, 'linkweft.sqlite'), workspace, count);
  else await fillPostgres(databaseUrl, workspace, count);
}

function fillSqlite(file: string, workspace: string, count: number): void {
  const database = new DatabaseSync(file);
  database.exec('pragma synchronous = off; pragma cache_size = -500000; begin');
  const insert = database.prepare(
    `insert into links (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  );
  for (let number = 0; number < count; number += 1) {
    const row = rowOf(workspace, number);
    insert.run(...columns.map((column) => row[column]));
  }
  database.exec('commit; pragma wal_checkpoint(truncate)');
  database.close();
}

async function fillPostgres(url: string, workspace: string, count: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set synchronous_commit = off');
    await client.query('begin');
    for (let start = 0; start < count; start += rowsAtOnce) {
      const length = Math.min(rowsAtOnce, count - start);
      const rows = Array.from({ length }, (_, index) => rowOf(workspace, start + index));
      await client.query(
        `insert into links (${columns.join(', ')})
         select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])`,
        columns.map((column) => rows.map((row) => row[column])),
      );
    }
    await client.query('commit');
    await client.query('vacuum analyze links');
  } finally {
    await client.end();
  }
}

function rowOf(workspace: string, number: number): LinkRow {
  const { id, url, description, createdAt } = numberedLink(number);
  const time = Date.parse(createdAt);
  const fields = testFields({ url, description });
  return {
    workspace_id: workspace,
    id,
    ...fields,
    created_at: time,
    updated_at: time,
    revision: 0,
  };
}
