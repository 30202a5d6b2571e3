import { expect, test } from 'vitest';

import { recogniseTable, type TableChoices } from './link-table.ts';
import { createTableReader } from './table-links.ts';

const own = ['id', 'url', 'description', 'createdAt', 'updatedAt'];
const pretty = ['id', 'url', 'slug', 'name', 'redirect_type'];

function read(rows: readonly (readonly string[])[], choose: Partial<TableChoices> = {}) {
  const table = recogniseTable(rows);
  const reader = createTableReader(table, { ...table.choices, ...choose });
  return rows.flatMap((row, index) => reader(row, index) ?? []);
}

test('a row of our own file keeps its id and times, and loses the guard of a formula', () => {
  const row = ['an-id', "''https://a.example", "'=1+1", '2026-01-01T00:00:00.000Z', ''];
  expect(read([own, row])).toEqual([
    {
      row: 2,
      id: 'an-id',
      url: "'https://a.example",
      description: '=1+1',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '',
    },
  ]);
});

test('an address is read byte for byte, with entities, codes and tracking', () => {
  const url = 'https://a.example/?a=1&amp;b=%20%C3%A4&tag=x-21#ä';
  expect(read([pretty, ['7', url, 'knife', 'Knife', '307']])).toEqual([
    { row: 2, url, description: 'Knife' },
  ]);
});

test.each([
  ['https://blog.example', 'https://blog.example/knife'],
  ['https://blog.example/go/', 'https://blog.example/go/knife'],
])('a short link is %s and the cell', (urlStart, url) => {
  const rows = [
    pretty,
    ['7', 'https://a.example', '/knife', 'Knife', '307'],
    ['8', 'https://b.example', '', '', ''],
  ];
  expect(read(rows, { url: 2, urlStart }).map((link) => link.url)).toEqual([url, '']);
});

test.each([
  ['host', 'shop.example'],
  [0, '7'],
  [null, ' '],
] as const)('a link without a description is described by %j: %j', (fallback, description) => {
  const rows = [pretty, ['7', 'https://me@shop.example:80/x', 'knife', ' ', '307']];
  expect(read(rows, { fallback })[0]?.description).toBe(description);
});

test('empty rows are no links, and missing cells are empty', () => {
  const rows = [['url', 'title'], [''], ['', ' '], ['https://a.example']];
  expect(read(rows, { fallback: null })).toEqual([{ row: 4, url: 'https://a.example', description: '' }]);
});
