import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import type { Link } from '#core/link/link.ts';
import { newestFirst } from '#core/link/link.ts';

import { createKyselyLinkStore } from './kysely-link-store.ts';
import type { LinkStore } from './link-store.ts';
import { migrate } from './migrate.ts';
import type { TestDatabase } from './test-databases.ts';
import { openTestPostgres, openTestSqlite } from './test-databases.ts';

const naughtyFile = new URL('../../../../shared/corpora/blns/blns.json', import.meta.url);
const naughtyStrings = existsSync(naughtyFile)
  ? z.array(z.string()).parse(JSON.parse(readFileSync(naughtyFile, 'utf8')))
  : [];

describe.each([
  ['SQLite', openTestSqlite],
  ['PostgreSQL', openTestPostgres],
])('links on %s', (name, open) => {
  let opened: TestDatabase;
  let links: LinkStore;
  let clock = 1_700_000_000_000;

  beforeAll(async () => {
    opened = await open();
    await migrate(opened.database);
    links = createKyselyLinkStore(opened.database, () => clock);
  }, 60_000);
  afterAll(() => opened.close());

  async function saveMany(workspace: string, count: number, step = 1): Promise<Link[]> {
    const saved: Link[] = [];
    for (let number = 1; number <= count; number += 1) {
      clock += step;
      saved.push(
        await links.create(workspace, { url: `https://a.example/${number}`, description: `${number}` }),
      );
    }
    return saved.sort(newestFirst);
  }

  async function allPages(workspace: string, limit: number, between = async () => {}): Promise<Link[]> {
    const seen: Link[] = [];
    let cursor: string | undefined;
    do {
      const page = await links.page(workspace, { limit, cursor });
      expect(page.hasMore).toBe(page.nextCursor !== null);
      if (page.hasMore) expect(page.links).toHaveLength(limit);
      seen.push(...page.links);
      cursor = page.nextCursor ?? undefined;
      await between();
    } while (cursor !== undefined);
    return seen;
  }

  /** A row as another program could have written it. */
  async function insertRow(workspace: string, url: string): Promise<void> {
    clock += 1;
    await sql`
      insert into links (workspace_id, id, url, description, created_at, updated_at)
      values (${workspace}, ${randomUUID()}, ${url}, '', ${clock}, ${clock})`.execute(opened.database.query);
  }

  test('a link is given back as it was saved, with its id and times', async () => {
    const workspace = randomUUID();
    clock = 1_700_000_000_123;
    const link = await links.create(workspace, {
      url: ' \u3000https://a.example/?q=ü&x=%20 \n',
      description: ' boots ',
    });
    expect(link).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-/),
      url: 'https://a.example/?q=ü&x=%20',
      description: ' boots ',
      createdAt: '2023-11-14T22:13:20.123Z',
      updatedAt: '2023-11-14T22:13:20.123Z',
    });
    expect(await links.byIds(workspace, [link.id])).toEqual([link]);
  });

  test.each(['', '   ', '\n\t', '\u00a0\u3000\ufeff'])('a blank URL (%j) is refused', async (url) => {
    await expect(links.create('w', { url, description: '' })).rejects.toThrow('URL is required');
    const workspace = randomUUID();
    const [link] = await saveMany(workspace, 1);
    await expect(links.update(workspace, link?.id ?? '', { url })).rejects.toThrow('URL is required');
    await expect(links.update(workspace, 'x', { url })).rejects.toThrow('Link not found');
  });

  test.each(['a\0b', 'a\ud800b', '\udc00'])(
    'text that cannot be kept (%j) is refused by name',
    async (text) => {
      const refused = { code: 'text-invalid' };
      const url = 'https://a.example/';
      await expect(links.create('w', { url: url + text, description: '' })).rejects.toMatchObject(refused);
      await expect(links.create('w', { url, description: text })).rejects.toMatchObject(refused);
      const [link] = await saveMany('w', 1);
      await expect(links.update('w', link?.id ?? '', { description: text })).rejects.toMatchObject(refused);
      expect(await links.byIds('w', [text])).toEqual([]);
      await expect(links.remove('w', text)).rejects.toThrow('Link not found');
      await expect(links.update('w', text, {})).rejects.toThrow('Link not found');
    },
  );

  test('text up to the limits is kept, text beyond them refused', async () => {
    const fields = { url: `https://${'a'.repeat(8184)}`, description: '😀'.repeat(1000) };
    expect(await links.create('w', fields)).toMatchObject(fields);
    await expect(links.create('w', { ...fields, url: `${fields.url}a` })).rejects.toMatchObject({
      code: 'url-too-long',
    });
    await expect(
      links.create('w', { ...fields, description: `${fields.description}a` }),
    ).rejects.toMatchObject({
      code: 'description-too-long',
    });
  });

  test('hostile strings come back as they went in', async ({ skip }) => {
    const strings = naughtyStrings.filter((text) => text.trim() !== '');
    console.info(`${name}: ${strings.length} hostile strings`);
    skip(strings.length === 0, 'the corpora are not beside this checkout');
    for (const text of strings) {
      const saved = await links.create('hostile', { url: text, description: text });
      expect(await links.byIds('hostile', [saved.id])).toEqual([saved]);
      expect(saved).toMatchObject({ url: text.trim(), description: text });
    }
  });

  test('a change touches its fields and the time of the update only', async () => {
    const workspace = randomUUID();
    const [link] = await saveMany(workspace, 1);
    clock += 1000;
    const changed = await links.update(workspace, link?.id ?? '', { description: 'new' });
    expect(changed).toEqual({ ...link, description: 'new', updatedAt: new Date(clock).toISOString() });
    clock += 1000;
    const touched = await links.update(workspace, changed.id, {
      url: ' https://b.example/ ',
      description: undefined,
    });
    expect(touched).toEqual({
      ...changed,
      url: 'https://b.example/',
      updatedAt: new Date(clock).toISOString(),
    });
    expect(await links.byIds(workspace, [changed.id])).toEqual([touched]);
  });

  test('a link that is not there cannot be changed or removed', async () => {
    await expect(links.update('w', randomUUID(), { url: 'https://b.example/' })).rejects.toThrow(
      'Link not found',
    );
    await expect(links.remove('w', randomUUID())).rejects.toThrow('Link not found');
  });

  test('a removed link is gone, and gone once', async () => {
    const workspace = randomUUID();
    const [link] = await saveMany(workspace, 1);
    await links.remove(workspace, link?.id ?? '');
    expect(await links.byIds(workspace, [link?.id ?? ''])).toEqual([]);
    await expect(links.remove(workspace, link?.id ?? '')).rejects.toThrow('Link not found');
  });

  test('links are found by id in the order asked for, also by the thousand', async () => {
    const workspace = randomUUID();
    const [first, second, third] = await saveMany(workspace, 3);
    const strangers = Array.from({ length: 1200 }, () => randomUUID());
    const ids = [third?.id ?? '', ...strangers, first?.id ?? '', second?.id ?? ''];
    expect(await links.byIds(workspace, ids)).toEqual([third, first, second]);
    expect(await links.byIds(workspace, [])).toEqual([]);
  });

  test('one workspace sees and changes nothing of another', async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    const [link] = await saveMany(mine, 1);
    expect(await links.page(other, { limit: 5 })).toEqual({ links: [], nextCursor: null, hasMore: false });
    expect(await links.byIds(other, [link?.id ?? ''])).toEqual([]);
    await expect(links.update(other, link?.id ?? '', {})).rejects.toThrow('Link not found');
    await expect(links.remove(other, link?.id ?? '')).rejects.toThrow('Link not found');
    expect(await links.byIds(mine, [link?.id ?? ''])).toEqual([link]);
  });

  test.each([0, 1, 4, 5, 6, 10, 11])('%i links come newest first in pages of 5', async (count) => {
    const workspace = randomUUID();
    const saved = await saveMany(workspace, count);
    expect(await allPages(workspace, 5)).toEqual(saved);
  });

  test('links of the same millisecond are neither skipped nor repeated', async () => {
    const workspace = randomUUID();
    const saved = await saveMany(workspace, 23, 0);
    for (const limit of [1, 2, 5]) expect(await allPages(workspace, limit)).toEqual(saved);
  });

  test('links added and removed while paging move no other link', async () => {
    const workspace = randomUUID();
    const saved = await saveMany(workspace, 12, 0);
    const shown = [...saved];
    const seen = await allPages(workspace, 5, async () => {
      clock += 1;
      await links.create(workspace, { url: 'https://new.example/', description: '' });
      const [gone] = shown.splice(0, 1);
      await links.remove(workspace, gone?.id ?? '');
    });
    expect(seen).toEqual(saved);
  });

  test('blank URLs of another program are left out, and pages stay full without them', async () => {
    const workspace = randomUUID();
    for (const blank of [
      '',
      ' ',
      '\t\n\v\f\r',
      '\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
    ]) {
      await saveMany(workspace, 3);
      await insertRow(workspace, blank);
    }
    const page = await links.page(workspace, { limit: 5 });
    expect(page.links).toHaveLength(5);
    expect(await allPages(workspace, 5)).toHaveLength(12);
    await insertRow(workspace, '\u200b');
    expect(await allPages(workspace, 5)).toHaveLength(13);
  });

  test.each([
    '',
    'x',
    'bm9uZQ',
    btoa('[1]'),
    btoa('["1","2"]'),
    btoa('[1.5,"a"]'),
    btoa('[1e99,"a"]'),
    btoa('[1,"\\u0000"]'),
  ])('the cursor %j is refused', async (cursor) => {
    await expect(links.page('w', { limit: 5, cursor })).rejects.toMatchObject({ code: 'request-invalid' });
  });

  test('a page is read by the index alone', async () => {
    const { query } = opened.database;
    const explain = name === 'SQLite' ? 'explain query plan' : 'explain';
    const rows = await query.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(
        `${explain} select * from links where workspace_id = 'w' and (created_at, id) < (1, 'a') order by created_at desc, id desc limit 6`,
      ),
    );
    expect(JSON.stringify(rows.rows)).toContain('links_newest');
  });

  test('migrations run once, however many start at the same time', async () => {
    await Promise.all([migrate(opened.database), migrate(opened.database), migrate(opened.database)]);
    const versions = await opened.database.query.selectFrom('migrations').select('version').execute();
    expect(versions).toEqual([{ version: 1 }, { version: 2 }]);
  });

  test('a database of a newer program is left alone', async () => {
    const { query } = opened.database;
    await query.insertInto('migrations').values({ version: 1000, applied_at: 0 }).execute();
    await expect(migrate(opened.database)).rejects.toThrow('written by a newer version');
    await query.deleteFrom('migrations').where('version', '=', 1000).execute();
  });

  test('the failures of the database have names, and their cause is kept', async () => {
    const broken = createKyselyLinkStore({
      ...opened.database,
      query: opened.database.query.withSchema('not_there'),
    });
    await expect(broken.create('w', { url: 'https://a.example/', description: '' })).rejects.toMatchObject({
      code: 'link-create-failed',
      cause: expect.any(Error),
    });
    await expect(broken.page('w', { limit: 5 })).rejects.toMatchObject({ code: 'storage-failed' });
    await expect(broken.byIds('w', ['x'])).rejects.toMatchObject({ code: 'storage-failed' });
    await expect(broken.update('w', 'x', {})).rejects.toMatchObject({ code: 'storage-failed' });
    await expect(broken.remove('w', 'x')).rejects.toMatchObject({ code: 'storage-failed' });
  });
});
