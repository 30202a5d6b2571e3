import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { sql, type Kysely } from 'kysely';

import { linkColumns, toLink, type Database, type Tables } from '#server/db/database.ts';
import { dayOf } from '#server/lib/visitors-and-days.ts';

import { workspaceFileFormat, writeLine, type WorkspaceCounts } from './workspace-file.ts';
import { writeWhole, type WritingOptions } from './write-file.ts';

type ExportOptions = WritingOptions & {
  /** The id of the only workspace to write. Null: all of them, with what they spent today and their latest results. */
  readonly workspace: string | null;
};

/** Writes workspaces as they are at one moment into a file. Returns what it has. The server may run. */
export function exportWorkspaces(
  database: Database,
  file: string,
  { workspace, ...options }: ExportOptions,
): Promise<WorkspaceCounts> {
  const counts = { workspaces: 0, links: 0, deleted: 0 };
  return writeWhole(file, options, async (temporary) => {
    await database.atOneMoment((query) =>
      pipeline(Readable.from(linesOf(query, workspace, counts)), createWriteStream(temporary)),
    );
    if (workspace !== null && counts.workspaces === 0)
      throw new Error('There is no such workspace in this database.');
    return counts;
  });
}

async function* linesOf(
  query: Kysely<Tables>,
  only: string | null,
  counts: { -readonly [Name in keyof WorkspaceCounts]: number },
): AsyncGenerator<string> {
  yield writeLine({ format: workspaceFileFormat, version: 1, writtenAt: new Date().toISOString() });
  const workspaces = query
    .selectFrom('workspaces')
    .select(['id', 'created_day', 'revision'])
    .where('is_ended', '=', 0);
  const asked = only === null ? workspaces : workspaces.where('id', '=', only);
  for await (const rows of batchesById((last) => asked.where('id', '>', last)))
    for (const { id, created_day: createdDay, revision } of rows) {
      counts.workspaces += 1;
      yield writeLine({ workspace: { id, createdDay, revision } });
      for await (const links of batchesById((last) => linksAfter(query, id, last))) {
        counts.links += links.length;
        yield links.map((row) => writeLine({ link: toLink(row) })).join('');
      }
      for await (const records of batchesById((last) => deletionsAfter(query, id, last))) {
        counts.deleted += records.length;
        yield records
          .map((row) => writeLine({ deleted: { id: row.id, deletedAt: timeOf(row.deleted_at) } }))
          .join('');
      }
    }
  if (only === null) {
    yield* resultsOf(query);
    yield* budgetsOf(query);
  }
  yield writeLine({ end: counts });
}

const rowsAtOnce = 500;

type Ordered<Row> = {
  orderBy(column: 'id'): { limit(rows: number): { execute(): Promise<Row[]> } };
};

/** Reads rows in the order of their ids, some at once. `after` selects those with higher ids. */
async function* batchesById<Row extends { readonly id: string }>(
  after: (last: string) => Ordered<Row>,
): AsyncGenerator<Row[]> {
  for (let last = ''; ;) {
    const rows = await after(last).orderBy('id').limit(rowsAtOnce).execute();
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < rowsAtOnce) return;
    last = end.id;
  }
}

function linksAfter(query: Kysely<Tables>, workspace: string, last: string) {
  return query
    .selectFrom('links')
    .select(linkColumns)
    .where('workspace_id', '=', workspace)
    .where('id', '>', last);
}

function deletionsAfter(query: Kysely<Tables>, workspace: string, last: string) {
  return query
    .selectFrom('deleted_links')
    .select(['id', 'deleted_at'])
    .where('workspace_id', '=', workspace)
    .where('id', '>', last);
}

/** Only an order with a key can be asked for its result. Its result is encrypted. */
async function* resultsOf(query: Kysely<Tables>): AsyncGenerator<string> {
  const ended = query
    .selectFrom('orders')
    .select(['id', 'workspace_id', 'started_at', 'day', 'state', 'key_hash', 'body_hash', 'record'])
    .where('lease_until', 'is', null);
  for await (const rows of batchesById((last) => ended.where('id', '>', last)))
    for (const { id, workspace_id: workspace, started_at, day, state, key_hash, body_hash, record } of rows) {
      if (key_hash === null || state === 'running' || state === 'interrupted') continue;
      yield writeLine({
        result: {
          id,
          workspace,
          startedAt: timeOf(started_at),
          day,
          state,
          keyHash: key_hash,
          bodyHash: body_hash,
          record: record && Buffer.from(record).toString('base64'),
        },
      });
    }
}

/** What runs at this moment counts with the most that it may cost. */
async function* budgetsOf(query: Kysely<Tables>): AsyncGenerator<string> {
  const rows = await query
    .selectFrom('budgets')
    .select(['day', 'unit', sql<number>`spent + reserved`.as('spent')])
    .where('day', '>=', dayOf(Date.now()))
    .execute();
  for (const budget of rows) yield writeLine({ budget });
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
