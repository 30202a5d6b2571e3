import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { openSqlite } from '#server/db/sqlite-database.ts';

import { createLinksClient, type LinksClient } from './harness/links-client.ts';
import { fieldsOf } from './harness/numbered-link.ts';
import { spawnServer, type ServerCommand } from './harness/server-process.ts';

const savedLinks = 40;
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'linkweft-faults-'));
  file = path.join(folder, 'linkweft.sqlite');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

type Watched = {
  printed(): string;
  /** Returns the status and the body of `/readyz`. */
  condition(): Promise<readonly unknown[]>;
};

async function withServer(
  work: (client: LinksClient, watched: Watched) => Promise<void>,
  command: Partial<ServerCommand> = {},
): Promise<void> {
  const server = spawnServer({ environment: { DATA_DIR: folder }, ...command });
  const origin = await server.ready();
  const condition = async () => {
    const answer = await fetch(`${origin}/readyz`);
    return [answer.status, await answer.json()];
  };
  await work(createLinksClient(origin), { printed: server.printed, condition });
  await server.end('SIGTERM');
}

async function saveLinks(client: LinksClient): Promise<void> {
  for (let number = 1; number <= savedLinks; number += 1) await client.create(fieldsOf(number, 1));
}

async function failedStart(command: Partial<ServerCommand> = {}): Promise<string> {
  const server = spawnServer({ environment: { DATA_DIR: folder }, ...command });
  expect(await server.ended).toBe(1);
  expect(server.printed()).not.toMatch(/\n\s+at /);
  return server.printed();
}

test('a file that is not a database stops the server from starting and stays unchanged, byte for byte', async () => {
  const bytes = Buffer.from(`SQLite format 3\0${'no database '.repeat(1000)}`);
  for (const content of [bytes, bytes.subarray(16), bytes.subarray(0, 3000)]) {
    await writeFile(file, content);
    expect(await failedStart()).toMatch(
      /The links in .* cannot be opened: .*database.*put the database file back/,
    );
    expect(content.equals(await readFile(file))).toBe(true);
  }
});

/** Returns the root pages of the tables of links and of their indexes. Pages have 4096 bytes and count from 1. */
async function pagesOfLinks(): Promise<number[]> {
  const database = openSqlite(file);
  const found = await sql<{ page: number }>`
    select rootpage as page from sqlite_schema where tbl_name in ('links', 'deleted_links')`.execute(
    database.query,
  );
  await database.close();
  expect(found.rows.length).toBeGreaterThan(4);
  return found.rows.map(({ page }) => page);
}

test('a database with damaged pages refuses reads and writes with a code and stays unchanged, byte for byte', async () => {
  await withServer(saveLinks);
  const pages = await pagesOfLinks();
  const handle = await open(file, 'r+');
  for (const page of pages) await handle.write(Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096);
  await handle.close();
  const broken = await readFile(file);
  await withServer(async (client, { condition }) => {
    expect(await condition()).toEqual([503, { status: 'database-damaged' }]);
    expect(await client.create(fieldsOf(1, 1))).toMatchObject({ status: 503, problem: 'link-create-failed' });
    expect(await client.remove('x')).toMatchObject({ status: 503, problem: 'storage-failed' });
    await expect(client.all()).rejects.toThrow('status 503');
    // SQLite would copy this log into the file later, at the latest when the server ends.
    expect(await readFile(`${file}-wal`)).toHaveLength(0);
  });
  expect(broken.equals(await readFile(file))).toBe(true);
});

test('a read-only database stops the server from starting, with a message that says so', async ({ skip }) => {
  await withServer(saveLinks);
  const isRoot = process.getuid?.() === 0;
  // Root can write anywhere unless it drops that capability.
  const through = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
  if (isRoot && spawnSync('setpriv', [...through.slice(1), 'true']).status !== 0) {
    console.info('Read-only database: skipped: root can write here anyway');
    return skip();
  }
  await chmod(file, 0o400);
  await chmod(folder, 0o500);
  const before = await readFile(file);
  expect(await failedStart({ through })).toMatch(/cannot be opened: .*Set DATA_DIR to a directory that this/);
  await chmod(folder, 0o700);
  expect(before.equals(await readFile(file))).toBe(true);
});

test('a save beyond a file size limit fails with a code, and earlier saves stay readable', async () => {
  // A block is 512 or 1,024 bytes. In both cases some saves fit, but not 300.
  const through = ['sh', '-c', 'ulimit -f 400; exec "$@"', 'sh'];
  await withServer(
    async (client, { condition, printed }) => {
      const answers = [];
      for (let number = 1; number <= 300; number += 1) answers.push(await client.create(fieldsOf(number, 1)));
      const saved = answers.filter(({ problem }) => problem === null).length;
      expect(saved).toBeGreaterThan(0);
      expect(answers.at(-1)).toMatchObject({ status: 503, problem: 'link-create-failed' });
      expect(await client.all()).toHaveLength(saved);
      expect(await condition()).toEqual([503, { status: 'database-unwritable', cause: 'EFBIG' }]);
      await expect.poll(printed).toMatch(/ERR_SQLITE_ERROR, SQLITE_IOERR, EFBIG/);
    },
    { through },
  );
});

test('on a full disk saves fail with a code and reads work; with free space saves work again and nothing is lost', async ({
  skip,
}) => {
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]).status !== 0) {
    console.info('Full disk: skipped: this user cannot mount a file system');
    return skip();
  }
  try {
    await withServer(async (client, { condition, printed }) => {
      await saveLinks(client);
      const filler = path.join(folder, 'filler');
      await writeFile(filler, Buffer.alloc(2 ** 21)).catch(() => undefined);
      let saved = savedLinks;
      let answer = await client.create(fieldsOf(99, 1));
      for (; answer.problem === null; saved += 1) answer = await client.create(fieldsOf(99, 1));
      expect(answer).toMatchObject({ status: 503, problem: 'link-create-failed' });
      expect(await client.all()).toHaveLength(saved);
      await expect.poll(printed).toMatch(/ERR_SQLITE_ERROR, SQLITE_FULL/);
      expect(await condition()).toEqual([
        503,
        { status: 'database-unwritable', cause: expect.stringMatching(/^(SQLITE_FULL|ENOSPC)$/) },
      ]);
      await expect.poll(printed).toMatch(/^The database cannot be written to: \w+\. Nothing is saved/m);
      await rm(filler);
      expect((await client.create(fieldsOf(100, 1))).status).toBe(201);
      expect(await client.all()).toHaveLength(saved + 1);
      await expect.poll(condition).toEqual([200, { status: 'ready' }]);
      await expect.poll(printed).toContain('The database can be written to again.');
    });
  } finally {
    spawnSync('umount', [folder]);
  }
});
