import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { testFields } from '#core/links/test-link.ts';
import { trimAddress } from '#core/links/web-address.ts';
import { naughtyUrls, some } from '#provider/corpus/hostile.ts';
import { countCases } from '#scripts/count-cases.ts';
import { pingDatabase } from '#server/db/open-database.ts';

import { createLinkStore } from './link-store.ts';
import { describeLinkStores } from './test-link-store.ts';

describeLinkStores('links', (store) => {
  const links = () => store.links();

  test('the database answers a ping', async () => {
    await expect(pingDatabase(store.database())).resolves.toBeUndefined();
  });

  test('a link is returned as it was saved, with its id and times', async () => {
    const workspace = randomUUID();
    store.clock = 1_700_000_000_123;
    const link = await links().create(workspace, {
      url: ' \u3000https://a.example/?q=ü&x=%20 \n',
      description: ' boots ',
    });
    expect(link).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-/),
      ...testFields({ url: 'https://a.example/?q=ü&x=%20', description: ' boots ' }),
      createdAt: '2023-11-14T22:13:20.123Z',
      updatedAt: '2023-11-14T22:13:20.123Z',
    });
    expect(await links().byIds(workspace, [link.id])).toEqual([link]);
  });

  test.each(['', '   ', '\n\t', '\u00a0\u3000\ufeff'])('a blank URL (%j) is refused', async (url) => {
    await expect(links().create('w', { url, description: '' })).rejects.toThrow('URL is required');
    const workspace = randomUUID();
    const [link] = await store.saveMany(workspace, 1);
    await expect(links().update(workspace, link?.id ?? '', { url })).rejects.toThrow('URL is required');
    await expect(links().update(workspace, 'x', { url })).rejects.toThrow('Link not found');
  });

  test.each(['a\0b', 'a\ud800b', '\udc00'])(
    'text that cannot be stored (%j) is refused with its own code',
    async (text) => {
      const refused = { code: 'text-invalid' };
      const url = 'https://a.example/';
      await expect(links().create('w', { url: url + text, description: '' })).rejects.toMatchObject(refused);
      await expect(links().create('w', { url, description: text })).rejects.toMatchObject(refused);
      const [link] = await store.saveMany('w', 1);
      await expect(links().update('w', link?.id ?? '', { description: text })).rejects.toMatchObject(refused);
      expect(await links().byIds('w', [text])).toEqual([]);
      await expect(links().remove('w', text)).rejects.toThrow('Link not found');
      await expect(links().update('w', text, {})).rejects.toThrow('Link not found');
      await expect(links().create('w', { id: text, url, description: '' })).rejects.toMatchObject({
        code: 'request-invalid',
      });
    },
  );

  test('text up to the limits is saved, and longer text is refused', async () => {
    const fields = { url: `https://${'a'.repeat(8184)}`, description: '😀'.repeat(1000) };
    expect(await links().create('w', fields)).toMatchObject(fields);
    await expect(links().create('w', { ...fields, url: `${fields.url}a` })).rejects.toMatchObject({
      code: 'url-too-long',
    });
    await expect(
      links().create('w', { ...fields, description: `${fields.description}a` }),
    ).rejects.toMatchObject({ code: 'description-too-long' });
  });

  test('hostile strings are returned unchanged, by id and on pages', async ({ task }) => {
    const tried = some(naughtyUrls, 200);
    countCases({ task }, tried.length);
    for (const [index, text] of tried.entries()) {
      const workspace = `hostile-${index}`;
      const saved = await links().create(workspace, { url: text, description: text });
      expect(saved).toMatchObject({ url: trimAddress(text), description: text });
      expect(await links().byIds(workspace, [saved.id])).toEqual([saved]);
      const { links: found } = await links().page(workspace, { limit: 5 });
      expect(found).toEqual([saved]);
    }
  });

  test('links are found by id in the given order, also a thousand at once', async () => {
    const workspace = randomUUID();
    const [first, second, third] = await store.saveMany(workspace, 3);
    const strangers = Array.from({ length: 1200 }, () => randomUUID());
    const ids = [third?.id ?? '', ...strangers, first?.id ?? '', second?.id ?? ''];
    expect(await links().byIds(workspace, ids)).toEqual([third, first, second]);
    expect(await links().byIds(workspace, [])).toEqual([]);
  });

  test('one workspace sees and changes nothing of another', async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    const [link] = await store.saveMany(mine, 1);
    const id = link?.id ?? '';
    const empty = { links: [], nextCursor: null, hasMore: false };
    expect(await links().page(other, { limit: 5 })).toEqual(empty);
    expect(await links().byIds(other, [id])).toEqual([]);
    expect(await links().count(other)).toBe(0);
    for await (const batch of links().all(other)) expect(batch).toEqual([]);
    await expect(links().update(other, id, {})).rejects.toThrow('Link not found');
    await expect(links().remove(other, id)).rejects.toThrow('Link not found');
    await links().removeAll(other);
    await links().create(other, { id, url: 'https://other.example/', description: '' });
    await links().remove(other, id);
    expect(await links().byIds(mine, [id])).toEqual([link]);
    expect(await links().create(mine, { id, url: 'https://b.example/', description: '' })).toEqual(link);
  });

  test('failures of the database have codes and keep their cause', async () => {
    const broken = createLinkStore({
      ...store.database(),
      query: store.database().query.withSchema('not_there'),
    });
    await expect(broken.create('w', { url: 'https://a.example/', description: '' })).rejects.toMatchObject({
      code: 'link-create-failed',
      cause: expect.any(Error),
    });
    const named = { code: 'storage-failed', cause: expect.any(Error) };
    await expect(broken.page('w', { limit: 5 })).rejects.toMatchObject(named);
    await expect(broken.byIds('w', ['x'])).rejects.toMatchObject(named);
    await expect(broken.changes('w', '1-x')).rejects.toMatchObject(named);
    await expect(broken.update('w', 'x', {})).rejects.toMatchObject(named);
    await expect(broken.remove('w', 'x')).rejects.toMatchObject(named);
    await expect(broken.importMany('w', [{ id: 'x', url: 'x', description: '' }])).rejects.toMatchObject(
      named,
    );
    await expect(broken.count('w')).rejects.toMatchObject(named);
    await expect(broken.removeAll('w')).rejects.toMatchObject(named);
    await expect(broken.all('w')[Symbol.asyncIterator]().next()).rejects.toMatchObject(named);
  });
});
