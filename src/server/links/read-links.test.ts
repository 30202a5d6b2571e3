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
    for (const limit of [1, 2, 5]) expect(await store.allPages(workspace, limit)).toEqual(saved);
  });

  test('links added and removed while paging move no other link', async () => {
    const workspace = randomUUID();
    const saved = await store.saveMany(workspace, 12, 0);
    const shown = [...saved];
    const between = async () => {
      store.clock += 1;
      await links().create(workspace, { url: 'https://a.example/new', description: '' });
      const [gone] = shown.splice(0, 1);
      await links().remove(workspace, gone?.id ?? '');
    };
    expect(await store.allPages(workspace, 5, between)).toEqual(saved);
  });

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

  describe('changes', () => {
    const versionOf = async (workspace: string) =>
      (await links().page(workspace, { limit: 1 })).version ?? '';

    test('what is saved, changed, imported and deleted is told once, and the rest is not', async () => {
      const workspace = randomUUID();
      const [, changed, gone] = await store.saveMany(workspace, 3);
      const imported = { id: randomUUID(), url: 'https://a.example/imported', description: '' };
      const before = await versionOf(workspace);
      await links().update(workspace, changed?.id ?? '', { description: 'changed' });
      await links().remove(workspace, gone?.id ?? '');
      // Its time is that of the link, so only the revision shows that it is new.
      await links().importMany(workspace, [{ ...imported, createdAt: '2020-01-01T00:00:00.000Z' }]);
      const answer = await links().changes(workspace, before);
      expect(new Set(answer?.links.map(({ id }) => id))).toEqual(new Set([changed?.id, imported.id]));
      expect(answer?.deleted).toEqual([gone?.id]);
      expect(answer?.version).toBe(await versionOf(workspace));
      const again = await links().changes(workspace, answer?.version ?? '');
      expect(again).toEqual({ version: answer?.version, links: [], deleted: [] });
    });

    test('a link that is deleted and imported again is told as saved', async () => {
      const workspace = randomUUID();
      const [link] = await store.saveMany(workspace, 1);
      const before = await versionOf(workspace);
      await links().remove(workspace, link?.id ?? '');
      if (link !== undefined) await links().importMany(workspace, [link]);
      expect(await links().changes(workspace, before)).toMatchObject({
        links: [{ id: link?.id }],
        deleted: [],
      });
    });

    test('nothing is told since a version of another workspace, a later one, or none', async () => {
      const [one, other] = [randomUUID(), randomUUID()];
      await store.saveMany(one, 2);
      await store.saveMany(other, 1);
      const version = await versionOf(one);
      expect(await links().changes(other, version)).toBeNull();
      expect(await links().changes(one, version.replace('2-', '3-'))).toBeNull();
      for (const none of ['', '2', 'x', `${version}x`, '-1-x'])
        expect(await links().changes(one, none)).toBeNull();
      expect(await links().changes(randomUUID(), version)).toBeNull();
    });

    test('nothing is told since a version before the oldest deletion that is on record', async () => {
      const workspace = randomUUID();
      const [first, second, third] = await store.saveMany(workspace, 3);
      const before = await versionOf(workspace);
      await links().remove(workspace, first?.id ?? '');
      const between = await versionOf(workspace);
      store.clock += 30 * 24 * 60 * 60 * 1000;
      await links().remove(workspace, second?.id ?? '');
      expect(await links().changes(workspace, before)).toBeNull();
      expect(await links().changes(workspace, between)).toMatchObject({ deleted: [second?.id] });
      await links().remove(workspace, third?.id ?? '');
      expect(await links().changes(workspace, between)).toMatchObject({ links: [] });
    });

    test('more than a thousand changes are not told', async () => {
      const workspace = randomUUID();
      await store.saveMany(workspace, 1);
      const before = await versionOf(workspace);
      const many = Array.from({ length: 1001 }, () => ({
        id: randomUUID(),
        url: 'https://a.example/',
        description: '',
      }));
      await links().importMany(workspace, many);
      expect(await links().changes(workspace, before)).toBeNull();
    });
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
    await expect(links().page('w', { limit: 5, cursor })).rejects.toMatchObject({ code: 'request-invalid' });
  });
});
