import { mkdtemp, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { fetchWhenFree } from './test-fetch-when-free.ts';
import { spawnTestServer, type TestServerProcess } from './test-server-process.ts';

const bodySchema = z.object({ code: z.optional(z.string()) });
let parent: string;
let folder: string;
let file: string;
const servers: TestServerProcess[] = [];

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'linkweft-lost-'));
  folder = path.join(parent, 'data');
  file = path.join(folder, 'linkweft.sqlite');
});
afterEach(async () => {
  for (const { child, ended } of servers.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await rm(parent, { recursive: true, force: true });
});

async function start() {
  const server = await spawnTestServer({ DATA_DIR: folder, WORKSPACE: 'shared', LOG_LEVEL: 'error' });
  servers.push(server);
  const origin = await server.origin();
  const ask = async (method: string, address: string, body?: object) => {
    const answer = await fetchWhenFree(`${origin}${address}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return bodySchema.parse(text === '' ? {} : JSON.parse(text));
  };
  return {
    ...server,
    save: async (url = 'https://a.example/') => {
      const { code = 'saved' } = await ask('POST', '/api/links', { url });
      return code;
    },
    remove: async (id: string) => (await ask('DELETE', `/api/links/${id}`)).code,
    condition: async () => {
      const answer = await fetch(`${origin}/readyz`);
      return [answer.status, await answer.json()];
    },
    count: async () => (await (await fetch(`${origin}/api/links?limit=100`)).text()).split('"id"').length - 1,
  };
}

const moved = [503, { status: 'database-moved' }];
const ready = [200, { status: 'ready' }];

test.each([
  ['the database file is deleted', () => rm(file)],
  ['its log is deleted', () => rm(`${file}-wal`)],
  ['the index of its log is deleted', () => rm(`${file}-shm`)],
  ['its folder is deleted', () => rm(folder, { recursive: true })],
  [
    'another file takes its place',
    async () => {
      const other = `${file}-other`;
      await (await open(other, 'w')).close();
      await rename(other, file);
    },
  ],
])('if %s, changes are refused, and the log and the readiness check say why', async (_, lose) => {
  const server = await start();
  expect(await server.save()).toBe('saved');
  expect(await server.condition()).toEqual(ready);
  await lose();
  // Even the first save after the loss fails, before any check.
  expect(await server.save()).toBe('link-create-failed');
  expect(await server.remove('x')).toBe('storage-failed');
  expect(await server.condition()).toEqual(moved);
  await expect.poll(server.printed).toContain('was deleted, moved or replaced while the server runs');
  await expect.poll(server.printed).toContain('DATABASE_MOVED');
  await expect.poll(() => server.printed().match(/was deleted, moved or replaced/g)).toHaveLength(1);
  // Links that were saved before can still be read.
  expect(await server.count()).toBe(1);
});

test('a folder that is renamed and renamed back is used again, with all links', async () => {
  const server = await start();
  for (let number = 0; number < 5; number += 1) expect(await server.save()).toBe('saved');
  await rename(folder, `${folder}-away`);
  await expect.poll(server.condition).toEqual(moved);
  await expect.poll(server.printed).toContain('was deleted, moved or replaced');
  expect(await server.save()).toBe('link-create-failed');
  // The moved database file now contains the links that were only in the log.
  const away = path.join(`${folder}-away`, 'linkweft.sqlite');
  expect((await stat(`${away}-wal`)).size).toBe(0);
  expect((await readFile(away, 'latin1')).split('https://a.example/').length).toBeGreaterThan(5);
  await rename(`${folder}-away`, folder);
  expect(await server.save()).toBe('saved');
  expect(await server.condition()).toEqual(ready);
  await expect.poll(server.printed).toContain('The database file is back: links are saved again.');
  expect(await server.count()).toBe(6);
});

test('the rest of the log is merged into a moved file as soon as no other program reads it', async () => {
  const server = await start();
  expect(await server.save()).toBe('saved');
  const reader = new DatabaseSync(file);
  reader.exec('begin; select * from links');
  for (let number = 0; number < 5; number += 1) expect(await server.save()).toBe('saved');
  await rename(folder, `${folder}-away`);
  const away = path.join(`${folder}-away`, 'linkweft.sqlite');
  expect(await server.save()).toBe('link-create-failed');
  expect((await stat(`${away}-wal`)).size).toBeGreaterThan(0);
  reader.close();
  await expect.poll(async () => (await stat(`${away}-wal`)).size).toBe(0);
  expect((await readFile(away, 'latin1')).split('https://a.example/').length).toBeGreaterThan(6);
});

test('after a restart a server works with the existing file', async () => {
  const first = await start();
  expect(await first.save()).toBe('saved');
  await rm(folder, { recursive: true });
  expect(await first.save()).toBe('link-create-failed');
  first.child.kill('SIGTERM');
  expect(await first.ended).toEqual([0, null]);
  const second = await start();
  expect(await second.condition()).toEqual(ready);
  expect(await second.save()).toBe('saved');
  expect(await second.count()).toBe(1);
});

test('a database with zeros in its middle is not ready, accepts nothing, and is not changed', async () => {
  const first = await start();
  for (let number = 0; number < 60; number += 1)
    expect(await first.save(`https://a.example/${'a'.repeat(4000)}${number}`)).toBe('saved');
  first.child.kill('SIGTERM');
  expect(await first.ended).toEqual([0, null]);
  expect(await readdir(folder)).toEqual(['linkweft.sqlite']);
  const { size } = await stat(file);
  expect(size).toBeGreaterThan(300_000);
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(65_536), 0, 65_536, Math.floor(size / 2 / 4096) * 4096);
  await handle.close();
  const broken = await readFile(file);
  const second = await start();
  expect(await second.condition()).toEqual([503, { status: 'database-damaged' }]);
  expect(await second.save()).toBe('link-create-failed');
  await expect.poll(second.printed).toMatch(/The database file .* is damaged: .*put it back from a backup/);
  second.child.kill('SIGTERM');
  expect(await second.ended).toEqual([0, null]);
  // The first page is not compared, because SQLite counts changes there.
  expect(broken.subarray(4096).equals((await readFile(file)).subarray(4096))).toBe(true);
});
