import path from 'node:path';

import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { createLinkStore } from '#server/links/link-store.ts';
import { failureName } from '#server/lib/describe-error.ts';
import { createWorkspaceStore, sharedWorkspace } from '#server/workspaces/workspace-store.ts';

import { migrate } from './migrate.ts';
import { openTestSqlite, type TestDatabase } from './test-databases.ts';

const link = { url: 'https://a.example/', description: '' };
let opened: TestDatabase;
let other: DatabaseSyncInstance;

beforeEach(async () => {
  opened = await openTestSqlite();
  await migrate(opened.database);
  other = new DatabaseSync(path.join(opened.settings.dataDirectory, 'linkweft.sqlite'), { timeout: 0 });
});
afterEach(async () => {
  other.close();
  await opened.close();
});

test('while another program writes, reads and other work go on, and saves wait for its end', async () => {
  const links = createLinkStore(opened.database);
  const workspaces = createWorkspaceStore(opened.database);
  await links.create(sharedWorkspace, link);
  other.exec('begin immediate');
  const seen: string[] = [];
  const saves = [
    links.create(sharedWorkspace, link).then(() => seen.push('created')),
    workspaces.end('unknown').then(() => seen.push('ended')),
  ];
  expect((await links.page(sharedWorkspace, { limit: 5 })).links).toHaveLength(1);
  expect(await links.count(sharedWorkspace)).toBe(1);
  expect(await workspaces.use(sharedWorkspace)).toBe(true);
  expect(seen).toEqual([]);
  other.exec('rollback');
  await Promise.all(saves);
  expect(await links.count(sharedWorkspace)).toBe(2);
});

test("a save that waits too long for another program gets 'server-busy' and a time for the next try", async () => {
  const links = createLinkStore(opened.database);
  other.exec('begin immediate');
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  const began = performance.now();
  const saves = Array.from({ length: 10 }, () => links.create(sharedWorkspace, link));
  const busy = { code: 'server-busy', retryAfterSeconds: 5, cause: { sqliteCodeName: 'SQLITE_BUSY' } };
  for (const save of saves) await expect(save).rejects.toMatchObject(busy);
  clearInterval(counting);
  // The saves waited at the same time, not one after the other.
  expect(performance.now() - began).toBeLessThan(40_000);
  // The thread was not blocked during the wait.
  expect(turns).toBeGreaterThan(100);
  other.exec('rollback');
  await links.create(sharedWorkspace, link);
  expect(await links.count(sharedWorkspace)).toBe(1);
});

test('a read waits for a transaction of the same process, and sees all of it or nothing', async () => {
  const { query } = opened.database;
  const links = createLinkStore(opened.database);
  const readings: Promise<{ links: number }>[] = [];
  const failing = query.transaction().execute(async (transaction) => {
    await sql`update workspaces set links = 7`.execute(transaction);
    readings.push(query.selectFrom('workspaces').select('links').executeTakeFirstOrThrow());
    await links.byIds(sharedWorkspace, []);
    throw new Error('Not kept.');
  });
  await expect(failing).rejects.toThrow('Not kept.');
  expect(await Promise.all(readings)).toEqual([{ links: 0 }]);
});

test('a full disk is reported as such, and not as the rollback that SQLite has done itself', async () => {
  const links = createLinkStore(opened.database);
  await links.create(sharedWorkspace, link);
  await sql`pragma max_page_count = 1`.execute(opened.database.query);
  const long = { url: `https://a.example/${'a'.repeat(8000)}`, description: 'd'.repeat(2000) };
  const saves = Array.from({ length: 100 }, () => links.create(sharedWorkspace, long));
  const failures = (await Promise.allSettled(saves)).flatMap((save) =>
    save.status === 'rejected' ? [save.reason] : [],
  );
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.at(-1)).toMatchObject({ code: 'link-create-failed' });
  expect(new Set(failures.map(failureName))).toEqual(new Set(['SQLITE_FULL']));
  expect(await links.count(sharedWorkspace)).toBe(101 - failures.length);
  await sql`pragma max_page_count = 1000000`.execute(opened.database.query);
  await links.create(sharedWorkspace, long);
});
