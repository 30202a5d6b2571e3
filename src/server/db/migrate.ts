import { createHash } from 'node:crypto';

import { sql, type Kysely } from 'kysely';

import { foldText } from '#core/links/link.ts';
import { dayOf } from '#server/lib/visitors-and-days.ts';
import { createLedgerTables, createOrders } from './order-migrations.ts';
import { trimmedUrl, type Database, type Tables } from './database.ts';

/** As when the migrations were released. */
const [sharedWorkspace, deletedLinkBytes] = ['shared', 300];

type Migration = (query: Kysely<Tables>, database: Database) => Promise<void>;

/** The number of a migration is its position, counted from 1. Never change a released migration: add another one. */
export const migrations: readonly Migration[] = [
  createLinks,
  addSearchAndDeletedLinks,
  createLedgerTables,
  createWorkspaceTables,
  createWriteProbes,
  // Two migrations made what the last one removes.
  async () => {},
  async () => {},
  addRevisions,
  dropSearchAndDerivedColumns,
  createOrders,
];

export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';

  constructor() {
    super(
      'The database was written by a newer version of Linkweft. Please start that version or a newer one.',
    );
  }
}

/** Runs the missing migrations: all or none, and in one process at a time. May throw a `NewerDatabaseError`. */
export function migrate(database: Database): Promise<void> {
  return database.runAlone(async (query) => {
    await sql`create table if not exists migrations (version integer primary key, applied_at bigint not null)`.execute(
      query,
    );
    const applied = await query.selectFrom('migrations').select('version').execute();
    const current = Math.max(0, ...applied.map(({ version }) => version));
    if (current > migrations.length) throw new NewerDatabaseError();
    for (const [index, migration] of migrations.entries()) {
      if (index < current) continue;
      await migration(query, database);
      await query
        .insertInto('migrations')
        .values({ version: index + 1, applied_at: Date.now() })
        .execute();
    }
  });
}

/** Throws when the tables are not those of this version. Changes nothing. */
export async function requireMigrated({ query }: Database): Promise<void> {
  const applied = await query.selectFrom('migrations').select('version').execute();
  const current = Math.max(0, ...applied.map(({ version }) => version));
  if (current > migrations.length) throw new NewerDatabaseError();
  if (current < migrations.length)
    throw new Error(
      'The database is of an older version of Linkweft. Start the server of this version once.',
    );
}

async function createLinks(query: Kysely<Tables>, database: Database): Promise<void> {
  const text = sql.raw(database.orderedText);
  await sql`
    create table links (
      workspace_id ${text} not null,
      id ${text} not null,
      url text not null,
      description text not null,
      created_at bigint not null,
      updated_at bigint not null,
      primary key (workspace_id, id)
    )`.execute(query);
  await sql`create index links_newest on links (workspace_id, created_at desc, id desc)`.execute(query);
}

async function addSearchAndDeletedLinks(query: Kysely<Tables>, database: Database): Promise<void> {
  const text = sql.raw(database.orderedText);
  await sql`alter table links add column search_text ${text} not null default ''`.execute(query);
  await sql`alter table links add column url_hash ${text} not null default ''`.execute(query);
  await fillDerivedColumns(query);
  await sql`create index links_by_url on links (workspace_id, url_hash, created_at desc, id desc)`.execute(
    query,
  );
  await sql`create index links_blank on links (workspace_id) where ${trimmedUrl} = ''`.execute(query);
  await sql`
    create table deleted_links (
      workspace_id ${text} not null,
      id ${text} not null,
      deleted_at bigint not null,
      primary key (workspace_id, id)
    )`.execute(query);
  await sql`create index deleted_links_oldest on deleted_links (workspace_id, deleted_at)`.execute(query);
}

const rowsAtOnce = 500;

/** A field that links got later does not exist yet, so this names its fields and not those of today. */
async function fillDerivedColumns(query: Kysely<Tables>): Promise<void> {
  const inOrder = query
    .selectFrom('links')
    .select(['workspace_id', 'id', 'url', 'description'])
    .orderBy('workspace_id')
    .orderBy('id')
    .limit(rowsAtOnce);
  let rows = await inOrder.execute();
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    const { workspace_id: workspace, id } = last;
    const values = rows.map((row) => {
      const searchText = foldText(`${row.url}\n${row.description}`).slice(0, 32_768);
      return sql`(${row.workspace_id}, ${row.id}, ${searchText}, ${hashUrl(row.url)})`;
    });
    await sql`
      with derived (workspace_id, id, search_text, url_hash) as (values ${sql.join(values)})
      update links set search_text = derived.search_text, url_hash = derived.url_hash
      from derived where links.workspace_id = derived.workspace_id and links.id = derived.id`.execute(query);
    rows = await inOrder
      .where((eb) => eb(eb.refTuple('workspace_id', 'id'), '>', eb.tuple(workspace, id)))
      .execute();
  }
}

/** The form of the second version. Returns half of the SHA-256. */
function hashUrl(url: string): string {
  return createHash('sha256').update(url).digest().subarray(0, 16).toString('base64url');
}

/** Workspaces of older versions are found by their links and deleted links. They count as used today. */
async function createWorkspaceTables(query: Kysely<Tables>, database: Database): Promise<void> {
  const text = sql.raw(database.orderedText);
  const today = sql.lit(dayOf(Date.now()));
  const linkBytes = sql`octet_length(url) + octet_length(description) + octet_length(search_text) + 500`;
  await sql`
    create table workspaces (
      id ${text} primary key,
      created_day integer not null,
      used_day integer not null,
      links bigint not null,
      bytes bigint not null,
      is_ended integer not null
    )`.execute(query);
  await sql`
    insert into workspaces (id, created_day, used_day, links, bytes, is_ended)
    select workspace_id, ${today}, ${today}, sum(links), sum(bytes), 0
    from (
      select workspace_id, count(*) as links, sum(${linkBytes}) as bytes from links group by workspace_id
      union all
      select workspace_id, 0 as links, count(*) * ${sql.lit(deletedLinkBytes)} as bytes
      from deleted_links group by workspace_id
    ) as known
    group by workspace_id`.execute(query);
  await sql`
    insert into workspaces (id, created_day, used_day, links, bytes, is_ended)
    values (${sharedWorkspace}, ${today}, ${today}, 0, 0, 0)
    on conflict (id) do nothing`.execute(query);
  await sql`create index workspaces_by_use on workspaces (is_ended, used_day)`.execute(query);
  await sql`
    create table saved_amounts (
      id ${text} primary key,
      day integer,
      workspaces bigint not null,
      bytes bigint not null
    )`.execute(query);
  await sql`create index saved_amounts_oldest on saved_amounts (day) where day is not null`.execute(query);
  await sql`
    insert into saved_amounts (id, day, workspaces, bytes)
    select 'store', null, 0, coalesce(sum(bytes), 0) from workspaces`.execute(query);
}

/** What was saved earlier has revision 0: a client that has no revision yet reads the whole list. */
async function addRevisions(query: Kysely<Tables>): Promise<void> {
  for (const table of ['links', 'deleted_links'] as const) {
    const [name, index] = [sql.table(table), sql.id(`${table}_by_revision`)];
    await sql`alter table ${name} add column revision bigint not null default 0`.execute(query);
    await sql`create index ${index} on ${name} (workspace_id, revision)`.execute(query);
  }
  for (const column of ['revision', 'changes_since'])
    await sql`alter table workspaces add column ${sql.id(column)} bigint not null default 0`.execute(query);
}

/** The page searches its own copy of the list. The sums of bytes no longer count the text for searches. */
async function dropSearchAndDerivedColumns(query: Kysely<Tables>): Promise<void> {
  await sql`
    update workspaces set bytes = bytes - (
      select coalesce(sum(octet_length(search_text)), 0) from links where workspace_id = workspaces.id)`.execute(
    query,
  );
  await query.deleteFrom('saved_amounts').where('day', 'is', null).execute();
  await sql`
    insert into saved_amounts (id, day, workspaces, bytes)
    select 'store', null, 0, cast(coalesce(sum(bytes), 0) as bigint) from workspaces`.execute(query);
  await sql`drop index links_by_url`.execute(query);
  for (const column of ['search_text', 'url_hash'])
    await sql`alter table links drop column ${sql.id(column)}`.execute(query);
}

async function createWriteProbes(query: Kysely<Tables>, { bytes }: Pick<Database, 'bytes'>): Promise<void> {
  await sql`create table write_probes (id integer primary key, bytes ${sql.raw(bytes)} not null)`.execute(
    query,
  );
}
