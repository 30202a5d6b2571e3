import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startLinkProcess, type LinkProcess } from './test-link-processes.ts';
import { describeLinkStores } from './test-link-store.ts';

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string }) => error.code,
  );

describeLinkStores('links that two processes write at once', (store) => {
  const links = () => store.links();
  let other: LinkProcess;

  beforeAll(async () => {
    other = await startLinkProcess(store.settings());
    await other.opened;
    // The other process uses the real time.
    store.clock = Date.now();
  });
  afterAll(() => other.kill());

  test('of two changes of the same version, one is refused', async () => {
    const workspace = randomUUID();
    for (const { id, url, updatedAt } of await store.saveMany(workspace, 40)) {
      const link = { id, url, ifUpdatedAt: updatedAt };
      const failures = await Promise.all([
        other.order({ workspace, work: 'update', link: { ...link, description: 'theirs' } }),
        failureOf(links().update(workspace, id, { ...link, description: 'mine' })),
      ]);
      expect(failures.sort()).toEqual(['link-changed', null]);
    }
  });

  test('either a change or a deletion of the same version is refused', async () => {
    const workspace = randomUUID();
    for (const { id, url, updatedAt } of await store.saveMany(workspace, 40)) {
      const link = { id, url, description: 'theirs', ifUpdatedAt: updatedAt };
      const [changed, removed] = await Promise.all([
        other.order({ workspace, work: 'update', link }),
        failureOf(links().remove(workspace, id, updatedAt)),
      ]);
      expect([
        [null, 'link-changed'],
        ['link-not-found', null],
      ]).toContainEqual([changed, removed]);
    }
  });

  test('all changes without a version succeed, each with a later version', async () => {
    const workspace = randomUUID();
    const [link] = await store.saveMany(workspace, 1);
    const { id, url, updatedAt } = link ?? { id: '', url: '', updatedAt: '' };
    const failures = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0
          ? other.order({ workspace, work: 'update', link: { id, url, description: `${index}` } })
          : failureOf(links().update(workspace, id, { description: `${index}` })),
      ),
    );
    expect(new Set(failures)).toEqual(new Set([null]));
    const [changed] = await links().byIds(workspace, [id]);
    expect(Date.parse(changed?.updatedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(updatedAt) + 40);
  });

  test('a link that is created again while it is deleted stays deleted', async () => {
    const workspace = randomUUID();
    const rounds = Array.from({ length: 40 }, () => ({
      id: randomUUID(),
      url: 'https://a.example/',
      description: '',
    }));
    for (const link of rounds) {
      await links().create(workspace, link);
      const [removed, ...repeats] = await Promise.all([
        failureOf(links().remove(workspace, link.id)),
        ...Array.from({ length: 4 }, () => other.order({ workspace, work: 'create', link })),
        failureOf(links().create(workspace, link)),
      ]);
      expect(removed).toBeNull();
      expect([null, 'link-deleted']).toEqual(expect.arrayContaining(repeats));
      expect(await links().byIds(workspace, [link.id])).toEqual([]);
    }
    expect(await links().count(workspace)).toBe(0);
  });

  test('one creation that is sent to both processes saves one link', async () => {
    const workspace = randomUUID();
    const link = { id: randomUUID(), url: 'https://a.example/', description: '' };
    const failures = await Promise.all([
      ...Array.from({ length: 5 }, () => other.order({ workspace, work: 'create', link })),
      ...Array.from({ length: 5 }, () => failureOf(links().create(workspace, link))),
    ]);
    expect(new Set(failures)).toEqual(new Set([null]));
    expect(await links().count(workspace)).toBe(1);
  });

  test('two imports of the same links in opposite orders both end, and save each link once', async () => {
    const workspace = randomUUID();
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      id: randomUUID(),
      url: `https://a.example/${index}`,
      description: 'd'.repeat(300),
    }));
    const results = await Promise.all([
      links().importMany(workspace, rows),
      links().importMany(workspace, rows.toReversed()),
    ]);
    expect(results.map((each) => each.map(({ id }) => id))).toEqual([
      rows.map(({ id }) => id),
      rows.map(({ id }) => id).toReversed(),
    ]);
    expect(results.flat().filter(({ status }) => status === 'created')).toHaveLength(1000);
  });
});
