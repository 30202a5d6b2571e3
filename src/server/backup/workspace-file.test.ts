import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';

import { naughtyUrls } from '#provider/corpus/hostile.ts';
import { isStorable } from '#core/links/check-link-fields.ts';
import type { Database } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { openTestPostgres, openTestSqlite } from '#server/db/test-databases.ts';
import { createLinkStore } from '#server/links/link-store.ts';
import { createSecret, workspaceIdOf } from '#server/http/plugins/workspaces.ts';
import { deletedLinkBytes, linkBytes } from '#server/workspaces/quotas.ts';
import { createWorkspaceStore } from '#server/workspaces/workspace-store.ts';

import { exportWorkspaces } from './export-workspaces.ts';
import { importWorkspaces } from './import-workspaces.ts';

const everything = { force: true, workspace: null };
const ways = [
  ['SQLite', 'PostgreSQL', openTestSqlite, openTestPostgres],
  ['PostgreSQL', 'SQLite', openTestPostgres, openTestSqlite],
] as const;

async function opened(open: typeof openTestSqlite): Promise<Database> {
  const used = await open();
  onTestFinished(() => used.close());
  await migrate(used.database);
  return used.database;
}

async function makeFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-export-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return path.join(folder, 'workspaces.jsonl');
}

/** Returns all that an export must keep: workspaces, links and records of deleted links. */
async function stateOf({ query }: Database) {
  const links = query.selectFrom('links').selectAll().orderBy('workspace_id').orderBy('id');
  const deleted = query.selectFrom('deleted_links').selectAll().orderBy('workspace_id').orderBy('id');
  const workspaces = query
    .selectFrom('workspaces')
    .select(['id', 'links', 'bytes', 'is_ended'])
    .orderBy('id');
  return {
    links: (await links.execute()).map((row) => ({ ...row, revision: 0 })),
    deleted: (await deleted.execute()).map((row) => ({ ...row, revision: 0 })),
    workspaces: await workspaces.execute(),
  };
}

/** Expects that the sums of workspaces and store are those of their rows. */
async function expectSums({ query }: Database): Promise<void> {
  const { rows } = await sql<{ links: number; bytes: number; counted: number; summed: number }>`
    select links, bytes,
      (select count(*) from links where workspace_id = workspaces.id) as counted,
      (select coalesce(cast(sum(${linkBytes}) as bigint), 0) from links where workspace_id = workspaces.id)
      + (select count(*) * ${sql.lit(deletedLinkBytes)} from deleted_links where workspace_id = workspaces.id) as summed
    from workspaces`.execute(query);
  for (const row of rows) expect([row.links, row.bytes]).toEqual([row.counted, row.summed]);
  const amounts = await query.selectFrom('saved_amounts').select('bytes').where('day', 'is', null).execute();
  const sum = (values: readonly { bytes: number }[]) => values.reduce((total, { bytes }) => total + bytes, 0);
  expect(sum(amounts)).toBe(sum(rows));
}

const storable = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(...naughtyUrls, 'a\u2028b\u2029c\r\nd\u0085', ' padded ', '\ufeff', '"\\', '🦊'),
  )
  .filter(isStorable);
const times = fc.integer({ min: 0, max: 4_000_000_000_000 });
const storedLink = fc.record({ url: storable, description: storable, created: times, later: fc.nat() });
const stores = fc.array(
  fc.record({ links: fc.array(storedLink, { maxLength: 12 }), deleted: fc.array(times, { maxLength: 4 }) }),
  { maxLength: 6 },
);

async function fill(database: Database, store: typeof stores extends fc.Arbitrary<infer T> ? T : never) {
  const workspaces = createWorkspaceStore(database);
  for (const { links, deleted } of store) {
    const id = workspaceIdOf(createSecret());
    await workspaces.make(id, null);
    const rows = links.map(({ url, description, created, later }) => ({
      workspace_id: id,
      id: randomUUID(),
      url,
      description,
      created_at: created,
      updated_at: created + later,
      revision: 1,
    }));
    if (rows.length > 0) await database.query.insertInto('links').values(rows).execute();
    const records = deleted.map((deleted_at) => ({
      workspace_id: id,
      id: randomUUID(),
      deleted_at,
      revision: 1,
    }));
    if (records.length > 0) await database.query.insertInto('deleted_links').values(records).execute();
    await sql`
      update workspaces set links = ${rows.length}, bytes = ${records.length * deletedLinkBytes} + (
        select coalesce(cast(sum(${linkBytes}) as bigint), 0) from links where workspace_id = ${id})
      where id = ${id}`.execute(database.query);
  }
}

describe.each(ways)('a move from %s to %s', (_from, _to, openFrom, openTo) => {
  test('keeps every byte of links, every time and every deletion, and can be repeated', async () => {
    const file = await makeFile();
    const [source, target] = [await opened(openFrom), await opened(openTo)];
    await fc.assert(
      fc.asyncProperty(stores, async (store) => {
        await fill(source, store);
        const written = await exportWorkspaces(source, file, everything);
        const state = await stateOf(source);
        expect(written).toEqual({
          workspaces: state.workspaces.length,
          links: state.links.length,
          deleted: state.deleted.length,
        });
        await importWorkspaces(target, file);
        expect(await stateOf(target)).toEqual(state);
        await expectSums(target);
        const again = await importWorkspaces(target, file);
        expect(again).toEqual({ workspaces: 0, links: 0, kept: state.links.length, ended: 0 });
        expect(await stateOf(target)).toEqual(state);
      }),
      { numRuns: 15 },
    );
  });

  test('opens with the same secret, and a page that knows the old list reads the whole new one', async () => {
    const file = await makeFile();
    const [source, target] = [await opened(openFrom), await opened(openTo)];
    const secret = createSecret();
    const id = workspaceIdOf(secret);
    await createWorkspaceStore(source).make(id, null);
    const before = createLinkStore(source);
    for (const description of ['a', 'b', 'c'])
      await before.create(id, { url: `https://a.example/?tag=${description}`, description });
    await exportWorkspaces(source, file, everything);
    await before.create(id, { url: 'https://a.example/later', description: 'after the export' });
    const { version = '' } = await before.page(id, { limit: 10 });
    await importWorkspaces(target, file);
    expect(await createWorkspaceStore(target).use(workspaceIdOf(secret))).toBe(true);
    const after = createLinkStore(target);
    expect((await after.page(id, { limit: 10 })).links.map(({ url }) => url).toSorted()).toEqual([
      'https://a.example/?tag=a',
      'https://a.example/?tag=b',
      'https://a.example/?tag=c',
    ]);
    for (const description of ['d', 'e', 'f'])
      await after.create(id, { url: 'https://a.example/', description });
    expect(await after.changes(id, version)).toBeNull();
  });

  test('never undoes what was changed or deleted in the other database', async () => {
    const file = await makeFile();
    const [source, target] = [await opened(openFrom), await opened(openTo)];
    const id = workspaceIdOf(createSecret());
    await createWorkspaceStore(source).make(id, null);
    const links = createLinkStore(source);
    const [kept, changed, deleted] = [randomUUID(), randomUUID(), randomUUID()];
    for (const link of [kept, changed, deleted])
      await links.create(id, { id: link, url: 'https://a.example/', description: '' });
    await exportWorkspaces(source, file, everything);
    await importWorkspaces(target, file);
    const moved = createLinkStore(target);
    await moved.update(id, changed, { description: 'changed' });
    await moved.remove(id, deleted);
    const { version = '' } = await moved.page(id, { limit: 10 });
    const more = randomUUID();
    await links.create(id, { id: more, url: 'https://a.example/more', description: '' });
    await exportWorkspaces(source, file, everything);
    expect(await importWorkspaces(target, file)).toMatchObject({ links: 1, kept: 3 });
    const now = await moved.page(id, { limit: 10 });
    expect(now.links.map((link) => link.id).toSorted()).toEqual([kept, changed, more].toSorted());
    expect(now.links.find((link) => link.id === changed)?.description).toBe('changed');
    expect(await moved.changes(id, version)).toBeNull();
    await expectSums(target);
    await createWorkspaceStore(target).end(id);
    expect(await importWorkspaces(target, file)).toMatchObject({ links: 0, ended: 1 });
  });

  test('takes the budget of the day and the latest results along, but only in a whole export', async () => {
    const file = await makeFile();
    const [source, target] = [await opened(openFrom), await opened(openTo)];
    const today = Math.floor(Date.now() / 86_400_000);
    await source.query
      .insertInto('budgets')
      .values({ day: today, unit: 'usd', spent: 70, reserved: 5 })
      .execute();
    const record = randomBytes(2000);
    const order = {
      id: 'order',
      workspace_id: 'shared',
      server: 's',
      started_at: Date.now(),
      lease_until: null,

      stop_reason: null,
      visitor_hash: 'h',
      is_counted: 1,
      day: today,
      unit: 'usd' as const,
      reserved: 0,
      spent: 70,
      key_hash: 'key',
      body_hash: 'body',
      record,
      state: 'done' as const,
    };
    await source.query.insertInto('orders').values(order).execute();
    await exportWorkspaces(source, file, { force: true, workspace: 'shared' });
    await importWorkspaces(target, file);
    expect(await target.query.selectFrom('orders').selectAll().execute()).toEqual([]);
    await exportWorkspaces(source, file, everything);
    await importWorkspaces(target, file);
    await importWorkspaces(target, file);
    const [found, ...others] = await target.query.selectFrom('orders').selectAll().execute();
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      workspace_id: 'shared',
      state: 'done',
      key_hash: 'key',
      visitor_hash: null,
    });
    expect(Buffer.from(found?.record ?? [])).toEqual(record);
    expect(await target.query.selectFrom('budgets').selectAll().execute()).toEqual([
      { day: today, unit: 'usd', spent: 75, reserved: 0 },
    ]);
  });
});

test('an export sees one moment, and nobody waits for it', async () => {
  for (const open of [openTestSqlite, openTestPostgres]) {
    const database = await opened(open);
    const links = createLinkStore(database);
    await links.create('shared', { url: 'https://a.example/', description: '' });
    await database.atOneMoment(async (query) => {
      const count = () => query.selectFrom('links').select('id').execute();
      expect(await count()).toHaveLength(1);
      await links.create('shared', { url: 'https://a.example/', description: '' });
      expect(await count()).toHaveLength(1);
    });
    expect(await links.count('shared')).toBe(2);
  }
});

test('a file that is cut, changed or foreign is refused before anything is imported', async () => {
  const file = await makeFile();
  const [source, target] = [await opened(openTestSqlite), await opened(openTestSqlite)];
  const links = createLinkStore(source);
  for (const description of ['a', 'b'])
    await links.create('shared', { url: 'https://a.example/', description });
  await exportWorkspaces(source, file, everything);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const lines = (await readFile(file, 'utf8')).split('\n');
  const [head = '', workspace = '', first = '', second = '', end = ''] = lines;
  for (const [wrong, reason] of [
    [[head, workspace, first], /end of the file is missing/],
    [[head, workspace, first, second.slice(0, 50)], /Line 4/],
    [[head, workspace, first, end], /must have/],
    [[head, first, second, end], /Line 2/],
    [[head, workspace, first, second, end, first], /Line 6/],
    [[workspace, first, end], /not a file of/],
    [[head.replace('"version":1', '"version":2'), end], /newer/],
    [[head, workspace, first.replace('https', String.raw`\u0000`), second, end], /Line 3/],
    [[''], /not a file of|missing/],
    // Visitors without a workspace would see it.
    [[head, workspace.replace('"shared"', '""'), first, second, end], /Line 2/],
    [[head, workspace.replace('"shared"', '"mine"'), first, second, end], /Line 2/],
    [[head, workspace.replace(/"createdDay":\d+/u, '"createdDay":99999999999'), first, end], /Line 2/],
    [[head, workspace, `{"link":"${'x'.repeat(10_000_000)}"}`, end], /Line 3/],
  ] as const) {
    await writeFile(file, wrong.join('\n'));
    await expect(importWorkspaces(target, file)).rejects.toThrow(reason);
  }
  expect((await stateOf(target)).links).toEqual([]);
  await expect(exportWorkspaces(source, file, { force: true, workspace: 'x'.repeat(43) })).rejects.toThrow(
    'no such workspace',
  );
});
