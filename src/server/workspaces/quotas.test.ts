import { randomUUID } from 'node:crypto';

import { afterEach, expect, onTestFinished, test } from 'vitest';

import { startLinkProcess } from '#server/links/test-link-processes.ts';

import { deletedLinkBytes } from './quotas.ts';
import { noQuotas, type Quotas } from '#server/config/config.ts';
import { describeWorkspaceStores, someLinks } from './test-workspace-stores.ts';

const link = { url: 'https://a.example/ü', description: 'boots' };
const [address, neighbour] = ['192.0.2.1', '192.0.2.2'];
const day = 86_400_000;

describeWorkspaceStores('quotas', (stores) => {
  const storeRows = () =>
    stores.database().query.selectFrom('saved_amounts').selectAll().where('day', 'is', null).execute();
  const saved = async () => (await storeRows()).reduce((sum, row) => sum + row.bytes, 0);
  /** The counted bytes of one such link. */
  async function bytesOfOne() {
    const { links, make } = stores.serve();
    const workspace = await make();
    await links.create(workspace, link);
    return (await stores.recount(workspace)).bytes;
  }

  // A test that counts the whole store needs an empty one.
  afterEach(async () => {
    const { links } = stores.serve();
    const all = await stores.database().query.selectFrom('workspaces').select('id').execute();
    for (const { id } of all) await links.removeAll(id);
    expect(await saved()).toBe(0);
  });

  test('a workspace takes exactly as many links as its quota, until one is deleted', async () => {
    const { links, make } = stores.serve({ linksPerWorkspace: 3 });
    const workspace = await make();
    const [first] = [await links.create(workspace, link), await links.create(workspace, link)];
    const two = someLinks(2);
    await expect(links.importMany(workspace, two)).rejects.toMatchObject({
      code: 'workspace-full',
      message:
        'Your list can hold 3 links and has room for 1 more link. Please delete links you no longer need, and try again.',
    });
    expect(await links.count(workspace)).toBe(2);
    const id = randomUUID();
    const third = await links.create(workspace, { ...link, id });
    await expect(links.create(workspace, link)).rejects.toMatchObject({
      code: 'workspace-full',
      message:
        'Your list is full. It can hold 3 links. Please delete links you no longer need, and try again.',
    });
    // A repetition and a change add no link, so they are accepted.
    expect(await links.create(workspace, { ...link, id })).toEqual(third);
    expect(await links.importMany(workspace, [{ ...link, id }])).toEqual([{ id, status: 'kept' }]);
    await links.update(workspace, id, { description: 'a longer description' });
    await links.remove(workspace, first?.id ?? '');
    await links.create(workspace, link);
    expect(await links.count(workspace)).toBe(3);
  });

  test('a workspace takes exactly as many bytes as its quota', async () => {
    const bytes = await bytesOfOne();
    const { links, make } = stores.serve({ bytesPerWorkspace: 2 * bytes });
    const workspace = await make();
    await links.importMany(workspace, someLinks(2));
    const full = { code: 'workspace-full', message: expect.stringContaining('Its links can take up to') };
    await expect(links.create(workspace, link)).rejects.toMatchObject(full);
    const [one] = (await links.page(workspace, { limit: 1 })).links;
    const change = (description: string) => links.update(workspace, one?.id ?? '', { description });
    await expect(change('boots!')).rejects.toMatchObject(full);
    await change('boot');
    await change('boots');
    await expect(change('boots!')).rejects.toMatchObject(full);
  });

  test('an address writes up to its bytes a day in all of its workspaces, and again the next day', async () => {
    const bytes = await bytesOfOne();
    const { links, make } = stores.serve({ bytesPerDay: 3 * bytes });
    const [one, other] = [await make(), await make()];
    await links.importMany(one, someLinks(2), address);
    await links.create(other, link, address);
    const refused = {
      code: 'visitor-saving-limit',
      message: expect.stringContaining('You can save again at 00:00 UTC, in 12 hours.'),
      retryAfterSeconds: day / 2 / 1000,
    };
    const [id = ''] = (await links.page(one, { limit: 1 })).links.map((each) => each.id);
    await links.remove(one, id);
    await expect(links.create(one, link, address)).rejects.toMatchObject(refused);
    await expect(links.importMany(other, someLinks(1), address)).rejects.toMatchObject(refused);
    const [kept = ''] = (await links.page(other, { limit: 1 })).links.map((each) => each.id);
    await expect(links.update(other, kept, { description: 'x' }, address)).rejects.toMatchObject(refused);
    await links.create(one, link, neighbour);
    stores.clock += day;
    await links.importMany(one, someLinks(3), address);
    await expect(links.create(one, link, address)).rejects.toMatchObject({ code: 'visitor-saving-limit' });
  });

  test('an address makes up to its number of workspaces a day', async () => {
    const { make } = stores.serve({ workspacesPerDay: 2 });
    const first = await make(address);
    await make(address);
    await expect(make(address)).rejects.toMatchObject({ code: 'visitor-workspaces-limit' });
    expect(await stores.living([first])).toEqual(new Set([first]));
    await make(neighbour);
    stores.clock += day;
    await make(address);
  });

  test('an address is stored only as a hash of the day, and only for that day', async () => {
    const { links, make, workspaceStore } = stores.serve({ bytesPerDay: 1e6, workspacesPerDay: 10 });
    await links.create(await make(address), link, address);
    const rows = await stores.database().query.selectFrom('saved_amounts').selectAll().execute();
    expect(rows.filter((row) => row.day !== null).length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(address);
    stores.clock += day;
    await workspaceStore.forgetAmounts();
    const left = await stores.database().query.selectFrom('saved_amounts').selectAll().execute();
    expect(left.filter((row) => row.day !== null)).toEqual([]);
  });

  test('all workspaces together take at most the bytes of the store, and deletions make room', async () => {
    const bytes = await bytesOfOne();
    const before = await saved();
    const { links, make } = stores.serve({ storeBytes: before + 2 * bytes });
    const [one, other] = [await make(), await make()];
    const { id } = await links.create(one, link);
    await links.create(other, link);
    await expect(links.create(other, link)).rejects.toMatchObject({
      code: 'store-full',
      message: expect.stringContaining('Please contact the site owner'),
    });
    await links.remove(one, id);
    // The record of the deleted link still exists.
    await expect(links.create(other, link)).rejects.toMatchObject({ code: 'store-full' });
    await links.removeAll(one);
    await links.create(other, link);
  });

  test('several rows count the bytes of the store, so that a save waits for few others', async () => {
    const { links, make } = stores.serve();
    for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) await links.create(await make(), link);
    expect((await storeRows()).filter(({ bytes }) => bytes > 0).length).toBeGreaterThan(1);
  });

  test('the counts are right after any sequence of changes', async () => {
    const { links, make, held } = stores.serve();
    const workspace = await make();
    const imported = someLinks(600);
    await links.importMany(workspace, imported);
    await links.importMany(workspace, imported.slice(0, 10));
    const [first, second, third] = imported.map(({ id }) => id);
    await links.update(workspace, first ?? '', { description: 'longer '.repeat(100) });
    await links.update(workspace, second ?? '', { url: 'https://b.example/' });
    await links.remove(workspace, third ?? '');
    await links.create(workspace, link);
    const counted = await stores.recount(workspace);
    expect(counted.links).toBe(600);
    expect(await held(workspace)).toMatchObject({ links: 600, bytes: counted.bytes + deletedLinkBytes });
    await links.importMany(workspace, imported);
    expect(await held(workspace)).toMatchObject(await stores.recount(workspace));
    await links.remove(workspace, first ?? '');
    stores.clock += 40 * day;
    await links.remove(workspace, second ?? '');
    const after = await stores.recount(workspace);
    expect(await held(workspace)).toMatchObject({ ...after, bytes: after.bytes + deletedLinkBytes });
    await links.removeAll(workspace);
    expect(await held(workspace)).toMatchObject({ links: 0, bytes: 0 });
  });

  test.each<[string, (bytes: number, before: number) => Partial<Quotas>]>([
    ['links of a workspace', () => ({ linksPerWorkspace: 500 })],
    ['bytes of a workspace', (bytes) => ({ bytesPerWorkspace: 500 * bytes })],
    ['bytes of an address', (bytes) => ({ bytesPerDay: 500 * bytes })],
    ['bytes of the store', (bytes, before) => ({ storeBytes: before + 500 * bytes })],
  ])('two servers and parallel imports do not pass the %s together', async (_, quotasOf) => {
    const imported = { id: 'x', url: link.url, description: '80' };
    const workspace = await stores.serve().make();
    const one = await stores.serve().make();
    await stores.serve().links.create(one, { url: link.url, description: '80' });
    const { bytes } = await stores.recount(one);
    const quotas = { ...noQuotas, ...quotasOf(bytes, await saved()) };
    const server = await startLinkProcess(stores.settings(), quotas);
    const other = await startLinkProcess(stores.settings(), quotas);
    onTestFinished(async () => {
      await server.kill();
      await other.kill();
    });
    await Promise.all([server.opened, other.opened]);
    const order = { workspace, work: 'import', link: imported } as const;
    const failures = await Promise.all(
      Array.from({ length: 10 }, (_each, index) => (index % 2 === 0 ? server : other).order(order)),
    );
    expect(failures.filter((failure) => failure === null)).toHaveLength(6);
    expect((await stores.recount(workspace)).links).toBe(480);
    await stores.database().query.deleteFrom('saved_amounts').where('day', 'is not', null).execute();
  });
});
