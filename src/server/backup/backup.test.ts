import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { DatabaseSync } from '@photostructure/sqlite';
import { expect, onTestFinished, test } from 'vitest';

import type { Database } from '#server/db/database.ts';
import { openDatabase, sqliteFile } from '#server/db/open-database.ts';
import { createLinkStore } from '#server/links/link-store.ts';
import { startLinkProcess } from '#server/links/test-link-processes.ts';
import { createWorkspaceStore } from '#server/workspaces/workspace-store.ts';
import { spawnTestServer } from '#server/test-server-process.ts';

import { backUp, restore } from './backup.ts';

const gentle = { force: false };
const onIdleError = () => undefined;

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

function openIn(folder: string): Promise<Database> {
  return openDatabase({ dataDirectory: folder, databaseUrl: null, onIdleError });
}

/** The file stays open until its statements are collected. */
async function close(database: Database): Promise<void> {
  await database.close();
  globalThis.gc?.();
  await setImmediate();
}

/** Makes a database with links in the shared workspace. Nobody uses it afterwards. */
async function makeDatabase(descriptions: readonly string[]): Promise<string> {
  const folder = await makeFolder();
  const database = await openIn(folder);
  const links = createLinkStore(database);
  for (const description of descriptions)
    await links.create('shared', { url: `https://a.example/?tag=${description}`, description });
  await close(database);
  return folder;
}

async function descriptionsIn(folder: string): Promise<string[]> {
  const database = await openIn(folder);
  const { links } = await createLinkStore(database).page('shared', { limit: 1000 });
  await close(database);
  return links.map(({ description }) => description).toSorted();
}

test('a backup has everything that was acknowledged before it, while eight writers save', async () => {
  const [folder, backups] = [await makeFolder(), await makeFolder()];
  const server = await spawnTestServer({ DATA_DIR: folder, WORKSPACE: 'shared' });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  const origin = await server.origin();
  const acknowledged = new Set<string>();
  const end = new AbortController();
  let sent = 0;

  async function write(): Promise<void> {
    while (!end.signal.aborted) {
      const id = randomUUID();
      sent += 1;
      const body = JSON.stringify({ id, url: `https://a.example/${id}`, description: 'x'.repeat(500) });
      const headers = { 'content-type': 'application/json' };
      const { status } = await fetch(`${origin}/api/links`, { method: 'POST', headers, body });
      expect(status).toBe(201);
      acknowledged.add(id);
    }
  }

  const writers = Array.from({ length: 8 }, write);
  const taken: { file: string; before: string[]; sentAfter: number }[] = [];
  for (const number of [1, 2, 3, 4]) {
    while (acknowledged.size < number * 100) await setImmediate();
    const file = path.join(backups, `${number}.sqlite`);
    const before = [...acknowledged];
    await backUp(folder, file, gentle);
    taken.push({ file, before, sentAfter: sent });
  }
  end.abort();
  await Promise.all(writers);
  for (const { file, before, sentAfter } of taken) {
    const connection = new DatabaseSync(file, { readOnly: true });
    const saved = new Set(
      connection
        .prepare('select id from links')
        .all()
        .map((row) => row['id']),
    );
    connection.close();
    expect(before.filter((id) => !saved.has(id))).toEqual([]);
    expect(saved.size).toBeLessThanOrEqual(sentAfter);
  }
  console.info(`8 writers: ${acknowledged.size} links were acknowledged around 4 backups`);
  expect((await readdir(backups)).sort()).toEqual(['1.sqlite', '2.sqlite', '3.sqlite', '4.sqlite']);
  expect((await stat(taken[0]?.file ?? '')).mode & 0o777).toBe(0o600);
  const page = await fetch(`${origin}/readyz`);
  expect(await page.json()).toEqual({ status: 'ready' });
});

test('a backup is restored as it was, and the database that was there is kept', async () => {
  const folder = await makeDatabase(['one', 'two', 'drei ✓']);
  const file = path.join(await makeFolder(), 'backup.sqlite');
  expect(await backUp(folder, file, gentle)).toMatchObject({ links: 3, workspaces: 1 });
  const before = await readFile(file);
  const other = await makeDatabase(['later']);
  const { keptAs, links } = await restore(other, file, gentle);
  expect(links).toBe(3);
  expect(await descriptionsIn(other)).toEqual(['drei ✓', 'one', 'two']);
  const kept = await makeFolder();
  await copyFile(keptAs ?? '', sqliteFile(kept));
  expect(await descriptionsIn(kept)).toEqual(['later']);
  expect(await readFile(file)).toEqual(before);
  const empty = await makeFolder();
  expect(await restore(empty, file, gentle)).toMatchObject({ keptAs: null, links: 3 });
  expect(await readdir(empty)).toEqual(['linkweft.sqlite']);
});

test('a page that knows a later version of the list reads the whole list after a restore', async () => {
  const folder = await makeDatabase(['one']);
  const file = path.join(await makeFolder(), 'backup.sqlite');
  await backUp(folder, file, gentle);
  const lost = await openIn(folder);
  const links = createLinkStore(lost);
  await links.create('shared', { url: 'https://a.example/lost', description: 'lost' });
  const { version = '' } = await links.page('shared', { limit: 10 });
  await close(lost);
  await restore(folder, file, gentle);
  const database = await openIn(folder);
  onTestFinished(() => database.close());
  const restored = createLinkStore(database);
  for (const description of ['two', 'three'])
    await restored.create('shared', { url: 'https://a.example/', description });
  expect(await restored.changes('shared', version)).toBeNull();
  const now = await restored.page('shared', { limit: 10 });
  await restored.create('shared', { url: 'https://a.example/', description: 'four' });
  expect(await restored.changes('shared', now.version ?? '')).toMatchObject({
    links: [{ description: 'four' }],
  });
});

test('the workspaces of an old backup do not expire at once', async () => {
  const folder = await makeFolder();
  const old = await openIn(folder);
  const longAgo = Date.now() - 1000 * 86_400_000;
  await createWorkspaceStore(old, { now: () => longAgo }).make('forgotten', null);
  await close(old);
  const file = path.join(await makeFolder(), 'backup.sqlite');
  await backUp(folder, file, gentle);
  await restore(folder, file, gentle);
  const database = await openIn(folder);
  onTestFinished(() => database.close());
  const store = createWorkspaceStore(database);
  await store.endUnused(Math.floor(Date.now() / 86_400_000) - 1, 1000);
  expect(await store.ended()).toEqual([]);
});

test('nothing is restored while a server uses the database', async () => {
  const folder = await makeDatabase(['one']);
  const file = path.join(await makeFolder(), 'backup.sqlite');
  await backUp(folder, file, gentle);
  const server = await startLinkProcess({ dataDirectory: folder, databaseUrl: null });
  await server.opened;
  await expect(restore(folder, file, { force: true })).rejects.toThrow('uses');
  const link = { id: 'x', url: 'https://a.example/', description: 'saved meanwhile' };
  expect(await server.order({ workspace: 'shared', work: 'create', link })).toBeNull();
  await server.kill();
  expect(await descriptionsIn(folder)).toEqual(['one', 'saved meanwhile']);
  await restore(folder, file, gentle);
  expect(await descriptionsIn(folder)).toEqual(['one']);
});

test('an existing file is replaced only by force, and never by the database itself', async () => {
  const folder = await makeDatabase(['one']);
  const file = path.join(await makeFolder(), 'backup.sqlite');
  await writeFile(file, 'precious');
  await expect(backUp(folder, file, gentle)).rejects.toThrow('--force');
  expect(await readFile(file, 'utf8')).toBe('precious');
  await backUp(folder, file, { force: true });
  await expect(backUp(folder, sqliteFile(folder), { force: true })).rejects.toThrow('itself');
  await expect(restore(folder, sqliteFile(folder), gentle)).rejects.toThrow('itself');
  await expect(backUp(await makeFolder(), file, { force: true })).rejects.toThrow('no database');
  expect(await descriptionsIn(folder)).toEqual(['one']);
});

test('a backup never replaces a log of the database, nor a file of its own name for unfinished work', async () => {
  const folder = await makeDatabase(['one']);
  for (const log of ['-wal', '-shm', '-journal'])
    await expect(backUp(folder, `${sqliteFile(folder)}${log}`, gentle)).rejects.toThrow('itself');
  const file = path.join(await makeFolder(), 'backup.sqlite');
  await writeFile(`${file}.partial`, 'precious');
  await symlink('nowhere', `${file}.link`);
  await expect(backUp(folder, `${file}.link`, gentle)).rejects.toThrow('exists already');
  // Each of them is whole, whichever is the last one.
  await Promise.all([1, 2, 3].map(() => backUp(folder, file, { force: true })));
  expect(await readFile(`${file}.partial`, 'utf8')).toBe('precious');
  const restored = await makeFolder();
  expect(await restore(restored, file, gentle)).toMatchObject({ links: 1 });
});

test('of several restores in one second, each keeps the database that was there', async () => {
  const file = path.join(await makeFolder(), 'backup.sqlite');
  await backUp(await makeDatabase(['saved']), file, gentle);
  const folder = await makeDatabase(['precious']);
  const kept = [];
  for (let time = 0; time < 4; time += 1) kept.push((await restore(folder, file, gentle)).keptAs ?? '');
  expect(new Set(kept).size).toBe(4);
  const first = await makeFolder();
  await copyFile(kept[0] ?? '', sqliteFile(first));
  expect(await descriptionsIn(first)).toEqual(['precious']);
});

test('what is no whole backup of a known version is refused, and the database stays', async () => {
  const folder = await makeDatabase(Array.from({ length: 300 }, (_, number) => `${number}`));
  const other = await makeFolder();
  const good = path.join(other, 'good.sqlite');
  await backUp(folder, good, gentle);

  const cut = path.join(other, 'cut.sqlite');
  await writeFile(cut, (await readFile(good)).subarray(0, 60_000));
  const damaged = path.join(other, 'damaged.sqlite');
  await copyFile(good, damaged);
  const handle = await open(damaged, 'r+');
  await handle.write(Buffer.alloc(8000, 7), 0, 8000, 40_000);
  await handle.close();
  const text = path.join(other, 'text.sqlite');
  await writeFile(text, 'some text');
  const empty = path.join(other, 'empty.sqlite');
  await writeFile(empty, '');
  const foreign = path.join(other, 'foreign.sqlite');
  const connection = new DatabaseSync(foreign);
  connection.exec('create table bookmarks (url text)');
  connection.close();
  const newer = path.join(other, 'newer.sqlite');
  await copyFile(good, newer);
  const future = new DatabaseSync(newer);
  future.exec('insert into migrations values (1000, 0)');
  future.close();

  for (const [file, reason] of [
    [cut, /damaged|malformed/],
    [damaged, /damaged|malformed/],
    [text, /not a database file/],
    [empty, /not a database file/],
    [foreign, /not a database of Linkweft/],
    [newer, /newer version/],
    [path.join(other, 'missing.sqlite'), /no file/],
  ] as const)
    await expect(restore(folder, file, gentle)).rejects.toThrow(reason);
  expect(await readdir(folder)).toEqual(['linkweft.sqlite']);
  expect(await descriptionsIn(folder)).toHaveLength(300);
});

test('a database that cannot be read is replaced only by force', async () => {
  const folder = await makeDatabase(['one']);
  const file = path.join(await makeFolder(), 'backup.sqlite');
  await backUp(folder, file, gentle);
  await writeFile(sqliteFile(folder), 'noise'.repeat(5000));
  await expect(restore(folder, file, gentle)).rejects.toThrow('--force');
  const { keptAs } = await restore(folder, file, { force: true });
  expect(await readFile(keptAs ?? '', 'utf8')).toBe('noise'.repeat(5000));
  expect(await descriptionsIn(folder)).toEqual(['one']);
});
