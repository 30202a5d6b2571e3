import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { monthsBefore, sweep, removeWorkspace } from './cleanup.ts';
import { sharedWorkspace } from '#server/workspaces/workspace-store.ts';
import {
  describeWorkspaceStores,
  someLinks,
  type TestWorkspaceStores,
} from '#server/workspaces/test-workspace-stores.ts';

const day = 86_400_000;
const expiry = { months: 12, belowLinks: 3 };
const orderStore = { forget: async () => {} };
const dayAt = (time: number) => Math.floor(time / day);

test.each([
  ['2026-03-31T23:00:00Z', 1, '2026-03-03'],
  ['2026-01-15T00:00:00Z', 12, '2025-01-15'],
  ['2024-02-29T12:00:00Z', 12, '2023-03-01'],
])('%s less %i months is %s', (now, months, before) => {
  expect(monthsBefore(Date.parse(now), months)).toBe(dayAt(Date.parse(before)));
});

describeWorkspaceStores('the life of workspaces', (stores) => {
  const sweepNow = (of: typeof expiry | null = expiry) => {
    const { links, workspaceStore } = stores.serve();
    return sweep(
      { links, workspaceStore, orderStore, database: stores.database(), expiry: of },
      stores.clock,
    );
  };

  test('a workspace that was not used for 12 months ends, not a day earlier, unless it has many links', async () => {
    const { links, workspaceStore, make, held } = stores.serve();
    const [unused, opened, changed, large] = [await make(), await make(), await make(), await make()];
    for (const [id, count] of [
      [unused, 2],
      [opened, 2],
      [changed, 2],
      [large, 3],
    ] as const)
      await links.importMany(id, someLinks(count));
    stores.clock += 365 * day;
    await sweepNow();
    expect(await stores.living([unused, opened, changed, large])).toHaveProperty('size', 4);
    expect(await workspaceStore.use(opened)).toBe(true);
    await links.create(changed, { url: 'https://b.example/', description: '' });
    stores.clock += day;
    await sweepNow(null);
    expect(await workspaceStore.use(unused.slice(1))).toBe(false);
    expect(await links.count(unused)).toBe(2);
    await sweepNow();
    expect(await stores.living([unused, opened, changed, large, sharedWorkspace])).toEqual(
      new Set([opened, changed, large, sharedWorkspace]),
    );
    expect(await held(unused)).toBeUndefined();
    expect(await stores.recount(unused)).toEqual({ links: 0, bytes: 0 });
    expect(await links.count(large)).toBe(3);
  });

  test('many unused workspaces end in one sweep', async () => {
    const { make } = stores.serve();
    const ids: string[] = [];
    for (let count = 0; count < 230; count += 1) ids.push(await make());
    stores.clock += 400 * day;
    await sweepNow();
    expect(await stores.living(ids)).toEqual(new Set());
  });

  test('an interrupted deletion is completed, and nothing is saved in between', async () => {
    const { links, workspaceStore, make, held } = stores.serve();
    const workspace = await make();
    await links.importMany(workspace, someLinks(5));
    const broken = { ...links, removeAll: () => Promise.reject(new Error('The power is gone.')) };
    const parts = { workspaceStore, orderStore, links: broken };
    await expect(removeWorkspace(parts, workspace, async () => {})).rejects.toThrow('The power is gone.');
    expect(await workspaceStore.use(workspace)).toBe(false);
    const deleted = { code: 'workspace-deleted' };
    await expect(links.importMany(workspace, someLinks(1))).rejects.toMatchObject(deleted);
    await expect(links.create(workspace, { url: 'x', description: '' })).rejects.toMatchObject(deleted);
    await sweepNow();
    expect(await stores.recount(workspace)).toEqual({ links: 0, bytes: 0 });
    expect(await held(workspace)).toBeUndefined();
  });

  test('an interrupted deletion can be repeated, and a deletion of nothing does nothing', async () => {
    const { links, workspaceStore, make, held } = stores.serve();
    const workspace = await make();
    await links.importMany(workspace, someLinks(5));
    await workspaceStore.end(workspace);
    const stopped: string[] = [];
    const stop = async (id: string) => void stopped.push(id);
    await removeWorkspace({ workspaceStore, orderStore, links }, workspace, stop);
    expect(await stores.recount(workspace)).toEqual({ links: 0, bytes: 0 });
    expect(await held(workspace)).toBeUndefined();
    expect(stopped).toEqual([workspace, workspace]);
    await removeWorkspace({ workspaceStore, orderStore, links }, 'nobody’s', stop);
    expect(stopped).toHaveLength(2);
  });

  test('imports during the deletion leave nothing behind', async () => {
    const { links, workspaceStore, make } = stores.serve();
    const workspace = await make();
    const imports = Array.from({ length: 8 }, () =>
      links.importMany(workspace, someLinks(300)).then(
        () => 'saved',
        (error: { code: string }) => error.code,
      ),
    );
    await imports[0];
    await removeWorkspace({ workspaceStore, orderStore, links }, workspace, async () => {});
    for (const outcome of await Promise.all(imports)) expect(outcome).toMatch(/^saved$|^workspace-deleted$/);
    expect(await stores.recount(workspace)).toEqual({ links: 0, bytes: 0 });
  });

  test('the file on the disk shrinks after deletions', async ({ skip }) => {
    skip(stores.name !== 'SQLite', 'PostgreSQL frees its pages by its own vacuum');
    const { links, workspaceStore, make } = stores.serve();
    const [workspace, other] = [await make(), await make()];
    await links.importMany(other, someLinks(100));
    const before = await sizeOf(stores);
    const large = () =>
      someLinks(500).map((each) => ({ ...each, url: `https://a.example/${'a'.repeat(8000)}` }));
    for (let times = 0; times < 6; times += 1) await links.importMany(workspace, large());
    expect(await sizeOf(stores)).toBeGreaterThan(before + 20_000_000);
    await removeWorkspace({ workspaceStore, orderStore, links }, workspace, async () => {});
    expect(await sizeOf(stores)).toBeLessThan(before + 1_000_000);
    // The next sweep frees the space of links that were deleted one by one.
    const [first] = await links.importMany(other, large());
    const many = (await links.page(other, { limit: 400 })).links;
    for (const { id } of many) await links.remove(other, id);
    expect(first?.status).toBe('created');
    const grown = await sizeOf(stores);
    await sweepNow();
    expect(await sizeOf(stores)).toBeLessThan(grown - 5_000_000);
  });
});

async function sizeOf(stores: TestWorkspaceStores): Promise<number> {
  const folder = stores.settings().dataDirectory;
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (file) => (await stat(path.join(folder, file))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
