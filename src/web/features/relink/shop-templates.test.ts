import { beforeEach, expect, test, vi } from 'vitest';

import { broadcastWorkspaceChange } from '#web/lib/events.ts';

import { createShopTemplates } from './shop-templates.ts';

beforeEach(() => void vi.stubGlobal('window', new EventTarget()));

const template = 'https://go.example/?to={url}';

function open(stored?: string) {
  const map = new Map(stored === undefined ? [] : [['shopTemplates', stored]]);
  const storage = {
    read: (key: string) => map.get(key) ?? null,
    write: (key: string, value: string) => void map.set(key, value),
    remove: (key: string) => void map.delete(key),
  };
  return { map, storage, templates: createShopTemplates(storage) };
}

test('a template is stored with the host of its shop, and comes back in the next visit', () => {
  const { storage, templates } = open();
  expect(templates.add({ shop: ' https://www.shop.example/pans ', template: ` ${template}\n` })).toBe(null);
  expect(templates.get()).toEqual([{ shop: 'shop.example', template }]);
  expect(createShopTemplates(storage).get()).toEqual(templates.get());
});

test('a second template of a shop replaces the first one', () => {
  const { templates } = open();
  templates.add({ shop: 'shop.example', template });
  templates.add({ shop: 'WWW.shop.example', template: 'https://other.example/{url}' });
  expect(templates.get()).toEqual([{ shop: 'shop.example', template: 'https://other.example/{url}' }]);
});

test.each([
  ['', template, 'no-shop'],
  ['shop', template, 'no-shop'],
  ['shop.example', 'go.example/{url}', 'no-address'],
  ['shop.example', 'https://go.example/ {url}', 'no-address'],
  ['shop.example', 'https://go.example/', 'no-place'],
  ['shop.example', 'https://{url}/', 'no-place'],
  ['shop.example', 'https://go.example/{url}/{url}', 'no-place'],
])('for the shop "%s", "%s" is refused with %s, and nothing is stored', (shop, written, fault) => {
  const { map, templates } = open();
  expect(templates.add({ shop, template: written })).toBe(fault);
  expect(templates.get()).toEqual([]);
  expect(map.size).toBe(0);
});

test('a template that another tab has stored stays, and is read again', () => {
  const { storage, templates } = open();
  const other = createShopTemplates(storage);
  other.add({ shop: 'a.example', template });
  templates.add({ shop: 'b.example', template });
  expect(templates.get().map(({ shop }) => shop)).toEqual(['a.example', 'b.example']);
  other.reread();
  expect(other.get()).toEqual(templates.get());
});

test('nothing is stored any more after the last template is removed, or all data is deleted', () => {
  const { map, templates } = open();
  templates.add({ shop: 'shop.example', template });
  templates.remove('shop.example');
  expect(map.size).toBe(0);
  templates.add({ shop: 'shop.example', template });
  broadcastWorkspaceChange('opened');
  expect(templates.get()).toHaveLength(1);
  broadcastWorkspaceChange('deleted');
  expect(templates.get()).toEqual([]);
  expect(map.size).toBe(0);
});

test.each(['', '{', '[{"shop":"a.example"}]', '{"shop":"a.example"}'])(
  'the stored value %s is no template',
  (stored) => {
    expect(open(stored).templates.get()).toEqual([]);
  },
);

test('a stored template that cannot be used is left out', () => {
  const stored = JSON.stringify([
    { shop: 'a.example', template: 'javascript:{url}' },
    { shop: 'b.example', template },
  ]);
  expect(open(stored).templates.get()).toEqual([{ shop: 'b.example', template }]);
});
