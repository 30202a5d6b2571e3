import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';

import { naughtyUrls } from '#provider/corpus/hostile.ts';
import { createLinkStore } from '#server/links/link-store.ts';
import { startLinkProcess, type LinkProcess } from '#server/links/test-link-processes.ts';
import { createWorkspaceStore } from '#server/workspaces/workspace-store.ts';

import type { Database } from './database.ts';
import { migrate, migrations } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { openTestPostgres, openTestSqlite } from './test-databases.ts';

const firstTime = 1_700_000_000_000;
const urls = [...naughtyUrls, ' ', 'https://a.example/'];

/** Creates a database as the first version of the program did, with links. */
async function fillFirstVersion(database: Database, count: number): Promise<void> {
  await database.runAlone(async (query) => {
    await sql`create table migrations (version integer primary key, applied_at bigint not null)`.execute(
      query,
    );
    await migrations[0]?.(query, database);
    await query.insertInto('migrations').values({ version: 1, applied_at: firstTime }).execute();
    for (let start = 0; start < count; start += 1000) {
      const rows = Array.from({ length: Math.min(1000, count - start) }, (_, index) => {
        const number = start + index;
        const url = urls[number] ?? `https://a.example/${number}/${'a'.repeat(200)}`;
        return sql`(${`w${number % 3}`}, ${`id-${number}`}, ${url}, ${`Ｄescription ${number}`}, ${firstTime}, ${firstTime})`;
      });
      await sql`insert into links values ${sql.join(rows)}`.execute(query);
    }
  });
}

async function stateOf({ query }: Database) {
  const versions = await query.selectFrom('migrations').select('version').orderBy('version').execute();
  const fields = ['workspace_id', 'id', 'url', 'description', 'created_at', 'updated_at'] as const;
  const rows = await query.selectFrom('links').select(fields).orderBy('workspace_id').orderBy('id').execute();
  return { version: versions.at(-1)?.version, rows };
}

describe.each([
  ['SQLite', openTestSqlite],
  ['PostgreSQL', openTestPostgres],
])('migrations on %s', (name, open) => {
  async function openEmpty() {
    const opened = await open();
    const processes: LinkProcess[] = [];
    onTestFinished(async () => {
      for (const started of processes) await started.kill();
      await opened.close();
    });
    const startProcess = async () => {
      const started = await startLinkProcess(opened.settings);
      processes.push(started);
      return started;
    };
    return { ...opened, startProcess };
  }

  /** Returns whether another process migrates at the moment. */
  async function isMigrating({ query }: Database, folder: string): Promise<boolean> {
    if (name === 'PostgreSQL') {
      const locks = await sql`
        select from pg_locks join pg_database on oid = database
        where datname = current_database() and locktype = 'advisory' and granted`.execute(query);
      return locks.rows.length > 0;
    }
    const observer = new DatabaseSync(path.join(folder, 'linkweft.sqlite'), { timeout: 0 });
    try {
      observer.exec('begin immediate; rollback');
      return false;
    } catch {
      return true;
    } finally {
      observer.close();
    }
  }

  test.each([
    ['an empty database', 0],
    ['one of the first version', 3000],
  ])('three processes that start at once on %s all start successfully', async (_, count) => {
    const { database, startProcess } = await openEmpty();
    if (count > 0) await fillFirstVersion(database, count);
    const processes = await Promise.all([startProcess(), startProcess(), startProcess()]);
    await Promise.all(processes.map(({ opened }) => opened));
    const { version, rows } = await stateOf(database);
    expect(version).toBe(migrations.length);
    expect(rows).toHaveLength(count);
    const link = { id: 'x', url: 'https://a.example/', description: '' };
    for (const started of processes)
      expect(await started.order({ workspace: 'w', work: 'create', link })).toBeNull();
  });

  test('all links of the first version exist in the newest one and are found', async () => {
    const { database } = await openEmpty();
    await fillFirstVersion(database, 1700);
    const before = await stateOf(database);
    await migrate(database);
    expect(await stateOf(database)).toEqual({ ...before, version: migrations.length });
    const links = createLinkStore(database);
    const saved = before.rows.filter(({ workspace_id, url }) => workspace_id === 'w1' && url.trim() !== '');
    expect(await links.count('w1')).toBe(saved.length);
    const ids = saved.map(({ id }) => id);
    expect((await links.byIds('w1', ids)).map(({ id }) => id)).toEqual(ids);
  });

  test('workspaces of older versions still work: with links, with only deleted links, and the shared one', async () => {
    const { database } = await openEmpty();
    await database.runAlone(async (query) => {
      await sql`create table migrations (version integer primary key, applied_at bigint not null)`.execute(
        query,
      );
      await migrations[0]?.(query, database);
      await sql`
        insert into links (workspace_id, id, url, description, created_at, updated_at) values
        ('one', '1', 'https://a.example/', '', 5, 5), ('one', '2', 'https://a.example/', '', 5, 5),
        ('shared', '1', 'https://a.example/', '', 5, 5)`.execute(query);
      for (const migration of migrations.slice(1, 3)) await migration(query, database);
      await query.insertInto('migrations').values({ version: 3, applied_at: firstTime }).execute();
      const deleted = { id: 'gone', deleted_at: firstTime };
      for (const workspace_id of ['one', 'emptied'])
        await sql`
          insert into deleted_links (workspace_id, id, deleted_at)
          values (${workspace_id}, ${deleted.id}, ${deleted.deleted_at})`.execute(query);
    });
    await migrate(database);
    // The URL, and 500 for the row.
    const bytes = 18 + 500;
    const rows = await database.query
      .selectFrom('workspaces')
      .select(['id', 'links', 'bytes', 'is_ended'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { id: 'emptied', links: 0, bytes: 300, is_ended: 0 },
      { id: 'one', links: 2, bytes: 2 * bytes + 300, is_ended: 0 },
      { id: 'shared', links: 1, bytes, is_ended: 0 },
    ]);
    const store = await database.query.selectFrom('saved_amounts').select(['id', 'bytes']).execute();
    expect(store).toEqual([{ id: 'store', bytes: 3 * bytes + 600 }]);
    const links = createLinkStore(database);
    const workspaceStore = createWorkspaceStore(database);
    for (const { id } of rows) {
      expect(await workspaceStore.use(id)).toBe(true);
      await links.create(id, { url: 'https://b.example/', description: '' });
    }
    expect(await links.count('one')).toBe(3);
    // Their last use is unknown, so they count as used today.
    await workspaceStore.endUnused(Math.floor(Date.now() / 86_400_000) - 1, 1000);
    expect(await workspaceStore.ended()).toEqual([]);
    await expect(links.create('another', { url: 'x', description: '' })).rejects.toMatchObject({
      code: 'workspace-deleted',
    });
  });

  test('a file of an older version shrinks too', async ({ skip }) => {
    skip(name !== 'SQLite', 'PostgreSQL frees its pages by its own vacuum');
    const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-old-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'linkweft.sqlite');
    const old = new DatabaseSync(file);
    old.exec('pragma journal_mode = wal; create table other (text text)');
    const insert = old.prepare('insert into other values (?)');
    for (let rows = 0; rows < 1000; rows += 1) insert.run('a'.repeat(8000));
    old.close();
    const settings = { dataDirectory: folder, databaseUrl: null, onIdleError: () => undefined };
    const database = await openDatabase(settings);
    onTestFinished(() => database.close());
    expect((await sql<{ text: string }>`select text from other`.execute(database.query)).rows).toHaveLength(
      1000,
    );
    await sql`delete from other`.execute(database.query);
    await database.dropDeleted();
    expect((await stat(file)).size).toBeLessThan(1_000_000);
  });

  test('a kill during a migration leaves the old or the new state, and the next start succeeds', async () => {
    const { database, settings, startProcess } = await openEmpty();
    await fillFirstVersion(database, 20_000);
    const before = await stateOf(database);
    expect(before.rows).toHaveLength(20_000);
    const versions: (number | undefined)[] = [];
    for (const delay of [0, 40, 150]) {
      const started = await startProcess();
      let isOver = false;
      const opened = started.opened.catch(() => undefined).then(() => (isOver = true));
      // The whole migration may pass between two looks.
      const isPast = async () => isOver || isMigrating(database, settings.dataDirectory);
      while (!(await isPast())) await sleep(2);
      await sleep(delay);
      await started.kill();
      await opened;
      const { version, rows } = await stateOf(database);
      versions.push(version);
      expect(rows).toEqual(before.rows);
    }
    console.info(`${name}: killed while migrating, the versions left were ${versions.join(', ')}`);
    expect(versions[0]).toBe(1);
    const opened = await openDatabase({ ...settings, onIdleError: () => undefined });
    await opened.close();
    expect(await stateOf(database)).toEqual({ ...before, version: migrations.length });
  });

  test('a migration waits for another one without a limit', async ({ skip }) => {
    skip(name !== 'PostgreSQL', 'SQLite has no such limit');
    const { database, settings } = await openEmpty();
    const url = new URL(settings.databaseUrl ?? '');
    url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} -cstatement_timeout=100`);
    let second: Promise<unknown> = Promise.resolve();
    await database.runAlone(async () => {
      second = openDatabase({ ...settings, databaseUrl: url.href, onIdleError: () => undefined });
      await sleep(400);
    });
    expect(await second).toHaveProperty('ask');
    expect(await stateOf(database)).toMatchObject({ version: migrations.length });
  });

  test('migrations run once, and a database of a newer program is not changed', async () => {
    const { database } = await openEmpty();
    for (let time = 0; time < 3; time += 1) await migrate(database);
    expect(await stateOf(database)).toEqual({ version: migrations.length, rows: [] });
    await database.query.insertInto('migrations').values({ version: 1000, applied_at: 0 }).execute();
    await expect(migrate(database)).rejects.toThrow('written by a newer version');
  });
});
