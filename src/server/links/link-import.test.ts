import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { testFields } from '#core/links/test-link.ts';
import { trimAddress } from '#core/links/web-address.ts';
import { naughtyUrls } from '#provider/corpus/hostile.ts';

import { describeLinkStores } from './test-link-store.ts';

/** Returns an id like those of the page, ordered by its number. */
function numberedId(number: number): string {
  return `01930000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

function rows(count: number, first = 1) {
  return Array.from({ length: count }, (_, index) => ({
    id: numberedId(first + index),
    url: `https://a.example/${first + index}`,
    description: `row ${first + index}`,
  }));
}

describeLinkStores('imports', (store) => {
  const links = () => store.links();

  test('a thousand rows without times are listed in reverse order', async () => {
    const workspace = randomUUID();
    const imported = [...rows(1000), ...rows(1000, 1001)];
    const first = await links().importMany(workspace, imported.slice(0, 1000));
    const second = await links().importMany(workspace, imported.slice(1000));
    expect([...first, ...second]).toEqual(imported.map(({ id }) => ({ id, status: 'created' })));
    const listed = await store.allPages(workspace, 100);
    expect(listed.map(({ id }) => id)).toEqual(imported.map(({ id }) => id).toReversed());
    const now = new Date(store.clock).toISOString();
    expect(listed[0]).toEqual({ ...testFields({}), ...imported.at(-1), createdAt: now, updatedAt: now });
  });

  test('an empty import does nothing', async () => {
    expect(await links().importMany(randomUUID(), [])).toEqual([]);
  });

  test('an existing link stays unchanged, and a link that comes twice is created once', async () => {
    const workspace = randomUUID();
    const [row] = rows(1);
    const saved = await links().create(workspace, {
      id: numberedId(1),
      url: 'https://b.example/',
      description: '',
    });
    const again = { id: numberedId(2), url: 'https://c.example/', description: 'once' };
    const results = await links().importMany(workspace, [
      row ?? again,
      again,
      { ...again, description: 'twice' },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['kept', 'created', 'kept']);
    expect(await links().byIds(workspace, [saved.id])).toEqual([saved]);
    expect(await links().byIds(workspace, [again.id])).toMatchObject([again]);
  });

  test('invalid rows are refused with a code, and the others are saved', async () => {
    const url = 'https://a.example/';
    const results = await links().importMany('refusals', [
      { id: numberedId(1), url: ' \u3000', description: '' },
      { id: numberedId(2), url: `${url}\0`, description: '' },
      { id: numberedId(3), url, description: '\ud800' },
      { id: numberedId(4), url: `${url}${'a'.repeat(8192)}`, description: '' },
      { id: numberedId(5), url, description: 'a'.repeat(2001) },
      { id: 'a\0b', url, description: '' },
      { id: numberedId(6), url: ` ${url} `, description: '' },
    ]);
    const refused = (code: string) => ({ status: 'refused', code, detail: expect.stringMatching(/\S/) });
    expect(results).toEqual([
      { id: numberedId(1), ...refused('url-required') },
      { id: numberedId(2), ...refused('text-invalid') },
      { id: numberedId(3), ...refused('text-invalid') },
      { id: numberedId(4), ...refused('url-too-long') },
      { id: numberedId(5), ...refused('description-too-long') },
      { id: 'a\0b', ...refused('request-invalid') },
      { id: numberedId(6), status: 'created' },
    ]);
    expect(await store.allPages('refusals', 5)).toMatchObject([{ id: numberedId(6), url }]);
  });

  test('hostile strings are imported byte for byte', async () => {
    const imported = naughtyUrls.map((text, index) => ({
      id: numberedId(index),
      url: text,
      description: text,
    }));
    const results = await links().importMany('naughty', imported);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['created']));
    const saved = await links().byIds(
      'naughty',
      imported.map(({ id }) => id),
    );
    expect(saved).toMatchObject(imported.map((link) => ({ ...link, url: trimAddress(link.url) })));
  });

  test.each([
    [
      'kept',
      '2020-01-02T03:04:05.678Z',
      '2021-01-01T00:00:00.000Z',
      '2020-01-02T03:04:05.678Z',
      '2021-01-01T00:00:00.000Z',
    ],
    [
      'of the creation',
      '2020-01-02T03:04:05Z',
      undefined,
      '2020-01-02T03:04:05.000Z',
      '2020-01-02T03:04:05.000Z',
    ],
    [
      'never before the creation',
      '2020-01-02T00:00:00Z',
      '2019-01-01T00:00:00Z',
      '2020-01-02T00:00:00.000Z',
      '2020-01-02T00:00:00.000Z',
    ],
    ['now for those to come', '2999-01-01T00:00:00Z', '2999-01-02T00:00:00Z', 'now', 'now'],
    ['now for those not given', undefined, '2019-01-01T00:00:00Z', 'now', 'now'],
  ])('times are %s', async (_, createdAt, updatedAt, keptCreated, keptUpdated) => {
    const workspace = randomUUID();
    const [row] = rows(1);
    const now = new Date(store.clock).toISOString();
    await links().importMany(workspace, [
      { ...(row ?? { id: '', url: '', description: '' }), createdAt, updatedAt },
    ]);
    const [saved] = await links().byIds(workspace, [numberedId(1)]);
    expect(saved).toEqual({
      ...testFields({}),
      ...row,
      createdAt: keptCreated === 'now' ? now : keptCreated,
      updatedAt: keptUpdated === 'now' ? now : keptUpdated,
    });
  });

  test('an import restores a deleted link for good', async () => {
    const workspace = randomUUID();
    const [row] = rows(1);
    const link = row ?? { id: '', url: '', description: '' };
    await links().create(workspace, link);
    await links().remove(workspace, link.id);
    expect(await links().importMany(workspace, [link])).toEqual([{ id: link.id, status: 'created' }]);
    await links().remove(workspace, link.id);
    await expect(links().create(workspace, link)).rejects.toMatchObject({ code: 'link-deleted' });
  });

  test('all links come in batches, and other requests write between them', async () => {
    const workspace = randomUUID();
    for (const first of [1, 1001, 2001]) await links().importMany(workspace, rows(1000, first));
    const seen: string[] = [];
    for await (const batch of links().all(workspace)) {
      expect(batch.length).toBeLessThanOrEqual(1000);
      seen.push(...batch.map(({ id }) => id));
      store.clock += 1;
      await links().create(workspace, { url: 'https://new.example/', description: '' });
      if (seen.length === 1000) await links().remove(workspace, numberedId(1));
    }
    expect(seen).toEqual(Array.from({ length: 2999 }, (_, index) => numberedId(3000 - index)));
  });
});
