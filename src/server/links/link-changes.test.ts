import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { LinkChangedError } from './link-store.ts';
import { describeLinkStores } from './test-link-store.ts';

const day = 24 * 60 * 60 * 1000;

describeLinkStores('changes of links', (store) => {
  const links = () => store.links();

  test('a change changes only its fields and the time of the update', async () => {
    const workspace = randomUUID();
    const [link] = await store.saveMany(workspace, 1);
    store.clock += 1000;
    const changed = await links().update(workspace, link?.id ?? '', { description: 'new' });
    expect(changed).toEqual({ ...link, description: 'new', updatedAt: new Date(store.clock).toISOString() });
    store.clock += 1000;
    const fields = { url: ' https://b.example/ ', description: undefined };
    const touched = await links().update(workspace, changed.id, fields);
    expect(touched).toEqual({
      ...changed,
      url: 'https://b.example/',
      updatedAt: new Date(store.clock).toISOString(),
    });
    expect(await links().byIds(workspace, [changed.id])).toEqual([touched]);
  });

  test('each change makes a later version, also within a millisecond and when the clock goes back', async () => {
    const workspace = randomUUID();
    const [link] = await store.saveMany(workspace, 1);
    const versions = [link?.updatedAt ?? ''];
    for (const step of [0, 0, -5000, 1]) {
      store.clock += step;
      const { updatedAt } = await links().update(workspace, link?.id ?? '', {});
      versions.push(updatedAt);
    }
    expect(versions).toEqual([...new Set(versions)].sort());
    store.clock += 5000;
  });

  test('a change of another version is refused with the current link', async () => {
    const workspace = randomUUID();
    const [seen] = await store.saveMany(workspace, 1);
    const id = seen?.id ?? '';
    const theirs = await links().update(workspace, id, {
      description: 'theirs',
      ifUpdatedAt: seen?.updatedAt,
    });
    const mine = links().update(workspace, id, { description: 'mine', ifUpdatedAt: seen?.updatedAt });
    await expect(mine).rejects.toBeInstanceOf(LinkChangedError);
    await expect(mine).rejects.toMatchObject({ code: 'link-changed', link: theirs });
    for (const ifUpdatedAt of ['', 'yesterday', '+275760-09-13T00:00:00.001Z', '\0'])
      await expect(links().update(workspace, id, { description: 'mine', ifUpdatedAt })).rejects.toMatchObject(
        {
          link: theirs,
        },
      );
    expect(await links().byIds(workspace, [id])).toEqual([theirs]);
  });

  test('a deletion of another version is refused with the current link, and a deletion of this version succeeds', async () => {
    const workspace = randomUUID();
    const [seen, other] = await store.saveMany(workspace, 2);
    const id = seen?.id ?? '';
    const theirs = await links().update(workspace, id, { description: 'theirs' });
    for (const version of [seen?.updatedAt, '', 'yesterday', '+275760-09-13T00:00:00.001Z', '\0']) {
      const mine = links().remove(workspace, id, version);
      await expect(mine).rejects.toBeInstanceOf(LinkChangedError);
      await expect(mine).rejects.toMatchObject({ code: 'link-changed', link: theirs });
    }
    expect(await links().byIds(workspace, [id])).toEqual([theirs]);
    await links().remove(workspace, id, theirs.updatedAt);
    await expect(links().remove(workspace, id, theirs.updatedAt)).rejects.toThrow('Link not found');
    await links().remove(workspace, other?.id ?? '');
    expect(await links().count(workspace)).toBe(0);
  });

  test('a change that arrives twice is made once', async () => {
    const workspace = randomUUID();
    const [seen] = await store.saveMany(workspace, 1);
    const change = { url: ' https://b.example/', description: 'new', ifUpdatedAt: seen?.updatedAt };
    const changed = await links().update(workspace, seen?.id ?? '', change);
    store.clock += 1;
    expect(await links().update(workspace, seen?.id ?? '', change)).toEqual(changed);
  });

  test('a missing link cannot be changed or removed', async () => {
    const change = { url: 'https://b.example/' };
    await expect(links().update('w', randomUUID(), change)).rejects.toThrow('Link not found');
    await expect(links().remove('w', randomUUID())).rejects.toThrow('Link not found');
  });

  test('a creation that arrives twice saves one link, and a third one returns the current link', async () => {
    const workspace = randomUUID();
    const creation = { id: randomUUID(), url: 'https://a.example/', description: 'first' };
    const saved = await links().create(workspace, creation);
    expect(saved.id).toBe(creation.id);
    store.clock += 1;
    expect(await links().create(workspace, creation)).toEqual(saved);
    const changed = await links().update(workspace, saved.id, { description: 'second' });
    expect(await links().create(workspace, creation)).toEqual(changed);
    expect(await links().count(workspace)).toBe(1);
  });

  test('a removed link cannot be removed again, and stays removed for thirty days', async () => {
    const workspace = randomUUID();
    const creation = { id: randomUUID(), url: 'https://a.example/', description: '' };
    await links().create(workspace, creation);
    await links().remove(workspace, creation.id);
    expect(await links().byIds(workspace, [creation.id])).toEqual([]);
    await expect(links().remove(workspace, creation.id)).rejects.toThrow('Link not found');
    store.clock += 30 * day - 1;
    await expect(links().create(workspace, creation)).rejects.toMatchObject({ code: 'link-deleted' });
    store.clock += 1;
    expect(await links().create(workspace, creation)).toMatchObject(creation);
  });

  test('records of deleted links are deleted after thirty days when others follow', async () => {
    const workspace = randomUUID();
    const [first, second] = await store.saveMany(workspace, 2);
    await links().remove(workspace, first?.id ?? '');
    store.clock += 30 * day;
    await links().remove(workspace, second?.id ?? '');
    const remembered = store.database().query.selectFrom('deleted_links').select('id');
    expect(await remembered.where('workspace_id', '=', workspace).execute()).toEqual([{ id: second?.id }]);
  });
});
