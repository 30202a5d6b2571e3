import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import type { LinkPage } from '#contract/link-pages.ts';
import type { Link } from '#core/links/link.ts';

import { describeLinkStores } from './test-link-store.ts';

describeLinkStores('pages of links', (store) => {
  const links = () => store.links();

  /** Inserts a row as another program might. */
  async function insertRow(workspace: string, url: string): Promise<void> {
    store.clock += 1;
    await sql`
      insert into links (workspace_id, id, url, description, created_at, updated_at)
      values (${workspace}, ${randomUUID()}, ${url}, '', ${store.clock}, ${store.clock})`.execute(
      store.database().query,
    );
  }

  async function allBatches(workspace: string): Promise<Link[]> {
    const seen: Link[] = [];
    for await (const batch of links().all(workspace)) seen.push(...batch);
    return seen;
  }

  test.each([0, 1, 4, 5, 6, 10, 11])('%i links come newest first in pages of 5', async (count) => {
    const workspace = randomUUID();
    const saved = await store.saveMany(workspace, count);
    expect(await store.allPages(workspace, 5)).toEqual(saved);
    expect(await store.allPages(workspace, 5, { search: ' ' })).toEqual(saved);
    expect(await allBatches(workspace)).toEqual(saved);
    expect(await links().count(workspace)).toBe(count);
  });

  test('a page shows nothing of a transaction before its commit', async () => {
    const workspace = randomUUID();
    const saved = await store.saveMany(workspace, 2);
    const { query } = store.database();
    let beside: Promise<LinkPage> | undefined;
    const failing = query.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('links').where('workspace_id', '=', workspace).execute();
      beside = links().page(workspace, { limit: 5 });
      await Promise.race([beside, sleep(20)]);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect((await beside)?.links).toEqual(saved);
  });

  test('links of the same millisecond are neither skipped nor repeated', async () => {
    const workspace = randomUUID();
    const saved = await store.saveMany(workspace, 23, 0);
    for (const limit of [1, 2, 5]) {
      expect(await store.allPages(workspace, limit)).toEqual(saved);
      expect(await store.allPages(workspace, limit, { search: 'example' })).toEqual(saved);
    }
  });

  test.each(['', 'a.EXAMPLE'])(
    'links added and removed while paging (search: %j) move no other link',
    async (search) => {
      const workspace = randomUUID();
      const saved = await store.saveMany(workspace, 12, 0);
      const shown = [...saved];
      const between = async () => {
        store.clock += 1;
        await links().create(workspace, { url: 'https://a.example/new', description: '' });
        const [gone] = shown.splice(0, 1);
        await links().remove(workspace, gone?.id ?? '');
      };
      expect(await store.allPages(workspace, 5, { search, between })).toEqual(saved);
    },
  );

  test('links with blank URLs are left out, and take no place on a page', async () => {
    const workspace = randomUUID();
    for (const blank of [
      '',
      ' ',
      '\t\n\v\f\r',
      '\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
    ]) {
      await store.saveMany(workspace, 3);
      await insertRow(workspace, blank);
    }
    const page = await links().page(workspace, { limit: 5 });
    expect(page.links).toHaveLength(5);
    expect(await store.allPages(workspace, 5)).toHaveLength(12);
    expect(await links().count(workspace)).toBe(12);
    await insertRow(workspace, '\u200b');
    expect(await store.allPages(workspace, 5)).toHaveLength(13);
    expect(await links().count(workspace)).toBe(13);
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
    const refused = { code: 'request-invalid' };
    await expect(links().page('w', { limit: 5, cursor })).rejects.toMatchObject(refused);
    await expect(links().page('w', { limit: 5, cursor, search: 'x' })).rejects.toMatchObject(refused);
  });

  describe('searches', () => {
    test.each([
      ['boot', ['boots', 'BOOTS']],
      ['RED boot', ['BOOTS']],
      ['%', ['50%']],
      ['_', ['a_b']],
      ['*', []],
      ['\\', ['back\\slash']],
      ["' or 1=1 --", []],
      ['ＲＥＤ', ['BOOTS']],
      ['straße', ['STRASSE ß straße']],
      ['boots\nred', ['BOOTS']],
      ['s https://a.example/5', ['back\\slash']],
      ['\0', []],
      ['\ud83d', []],
      ['👩‍👩‍👧', ['👩‍👩‍👧']],
    ])('%j is plain text', async (search, found) => {
      const workspace = 'search';
      if ((await links().count(workspace)) === 0)
        for (const [index, description] of descriptions.entries()) {
          store.clock += 1;
          await links().create(workspace, { url: `https://a.example/${index}`, description });
        }
      const page = await links().page(workspace, { limit: 10, search });
      expect(page.links.map(({ description }) => description.replace(' red', '')).toReversed()).toEqual(
        found,
      );
    });

    test('rare links among thousands are found and paged', async () => {
      const workspace = randomUUID();
      const many = Array.from({ length: 5000 }, (_, index) => ({
        id: randomUUID(),
        url: `https://a.example/${index}`,
        description: index % 1500 === 7 ? 'Needle' : 'hay',
      }));
      for (let start = 0; start < many.length; start += 1000) {
        store.clock += 1;
        await links().importMany(workspace, many.slice(start, start + 1000));
      }
      const between = async () => {
        await links().create(workspace, { url: 'https://new.example/', description: 'needle' });
      };
      const seen = await store.allPages(workspace, 2, { search: 'needle', between });
      expect(seen.map(({ url }) => url)).toEqual(
        [4507, 3007, 1507, 7].map((index) => `https://a.example/${index}`),
      );
      expect(await store.allPages(workspace, 5, { search: 'needle pin' })).toEqual([]);
    });

    test('a search with very many words works', async () => {
      const search = Array.from({ length: 5000 }, (_, index) => `a${index}`).join(' ');
      expect(await links().page('search', { limit: 5, search })).toMatchObject({ links: [], hasMore: false });
    });
  });
});

const descriptions = ['boots', 'BOOTS red', '50%', 'a_b', 'STRASSE ß straße', 'back\\slash', '👩‍👩‍👧'];
