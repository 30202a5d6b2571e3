import { describe, expect, test } from 'vitest';

import { testFields } from '#core/links/test-link.ts';
import { recogniseTable, type TableChoices, createTableReader } from './link-table.ts';

const split = (line: string) => line.split(',');

describe('the header says which program wrote a table, and which columns are used', () => {
  test.each([
    ['own', 'id,url,description,createdAt,updatedAt', 1, 2, null],
    ['refused', 'row,url,description,reason', 1, 2, null],
    [
      'pretty-links',
      'id,link_cpt_id,url,slug,name,redirect_type,track_me,nofollow,sponsored,param_forwarding,google_tracking,delay,created_at,last_updated_at,link_categories,link_tags,keywords',
      2,
      4,
      3,
    ],
    [
      'pretty-links',
      'id,slug,url,name,description,redirect_type,param_forwarding,track_me,nofollow,sponsored,new_window,source,created_at,updated_at,clicks,uniques',
      2,
      4,
      1,
    ],
    [
      'pretty-links',
      'id,url,slug,name,group_id,redirect_type,track_me,nofollow,param_forwarding,google_tracking,delay,created_at,last_updated_at',
      1,
      3,
      2,
    ],
    [
      'thirsty-affiliates',
      'Name,Destination URL,Slug,Categories (separated by semicolons),Images To Download & Attach (separated by semicolons; jpg/png/gif only),Geolocations Links (format: AU:http://google.com.au separated by semicolon),Autolinker Keywords (separated by semicolon),_ta_link_id',
      1,
      0,
      2,
    ],
    ['thirsty-affiliates', 'Link Name,Destination URL,Slug', 1, 0, 2],
    ['dub', 'Short link,Destination URL,Clicks,Created at', 1, null, null],
    ['dub', 'link,url,clicks,createdAt,updatedAt,tags,archived', 1, null, null],
  ])('%s: %s', (maker, header, url, description, slug) => {
    const table = recogniseTable([split(header)]);
    expect(table).toMatchObject({ maker, slug, choices: { url, description } });
  });
});

test('an unknown table is read by the names of its columns', () => {
  const rows = [
    ['Category', 'Affiliate URL', 'Title'],
    ['Kitchen', 'shop.example', 'Knife'],
  ];
  expect(recogniseTable(rows)).toMatchObject({
    maker: 'other',
    headerRows: 1,
    choices: { url: 1, description: 2, fallback: 'next' },
  });
});

test.each([
  ['Nr;Datum;Beschreibung;Link;Schlagwörter', '1;12.03.2026;Messer;https://a.example;Küche', 3, 2],
  ['Schlagwörter;Ziel-URL;Bezeichnung', 'Küche;a.example;Messer', 1, 2],
  ['Name;Nr;Webadresse', 'Messer;1;a.example', 2, 0],
  ['ID;Título;Enlace de afiliado', '1;Cuchillo;a.example', 2, 1],
  ['Descripción;Dirección web', 'Cuchillo;a.example', 1, 0],
  ['Nr;Titel;Link;Kommentar', '1;;https://a.example;Küche', 2, 1],
  ['Product;Was es ist;Link', '17;Messer;https://a.example', 2, 1],
  ['Nr;Datum;Link', '1;12.03.2026;https://a.example', 2, 0],
])('the columns of %s are known', (header, row, url, description) => {
  const rows = [header.split(';'), row.split(';')];
  expect(recogniseTable(rows).choices).toMatchObject({ url, description });
});

test('the content of a column says more than its name', () => {
  const rows = [
    ['link', 'target'],
    ['knife', 'https://a.example'],
    ['board', 'https://b.example'],
  ];
  expect(recogniseTable(rows).choices).toMatchObject({ url: 1, description: 0 });
});

test('without a header the first row is a link, and columns have no names', () => {
  const rows = [
    ['https://a.example', 'Knife'],
    ['https://b.example', 'Board'],
  ];
  expect(recogniseTable(rows)).toMatchObject({
    headerRows: 0,
    columns: [null, null],
    choices: { url: 0, description: 1 },
  });
});

test('the user must choose if no column has addresses', () => {
  expect(
    recogniseTable([
      ['a', 'b'],
      ['1', '2'],
    ]).choices.url,
  ).toBeNull();
});

const own = ['id', 'url', 'description', 'createdAt', 'updatedAt'];
const pretty = ['id', 'url', 'slug', 'name', 'redirect_type'];

function read(rows: readonly (readonly string[])[], choose: Partial<TableChoices> = {}) {
  const table = recogniseTable(rows);
  const reader = createTableReader(table, { ...table.choices, ...choose }, ',');
  return rows.flatMap((row, index) => reader(row, index) ?? []);
}

test('a row of our own file keeps its id and times, and loses the guard of a formula', () => {
  const row = ['an-id', "''https://a.example", "'=1+1", '2026-01-01T00:00:00.000Z', ''];
  expect(read([own, row])).toEqual([
    {
      row: 2,
      id: 'an-id',
      ...testFields({ url: "'https://a.example", description: '=1+1' }),
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '',
    },
  ]);
});

test('an address is read byte for byte, with entities, codes and tracking', () => {
  const url = 'https://a.example/?a=1&amp;b=%20%C3%A4&tag=x-21#ä';
  expect(read([pretty, ['7', url, 'knife', 'Knife', '307']])).toEqual([
    { row: 2, ...testFields({ url, description: 'Knife' }) },
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
  expect(read(rows, { fallback: null })).toEqual([{ row: 4, ...testFields({ url: 'https://a.example' }) }]);
});

const described = (rows: readonly (readonly string[])[], choose?: Partial<TableChoices>) =>
  read(rows, choose).map(({ description, problem }) => (problem === undefined ? description : [description]));

test('cells behind the last column belong to its description; elsewhere the row has a problem', () => {
  const kettle = ['https://a.example', 'Kettle', ' red', 'and big', '', ' '];
  const pan = ['https://b.example', 'Pan', ''];
  const words = ['Kettle, red,and big', 'Pan'];
  expect(described([['url', 'description'], kettle, pan])).toEqual(words);
  expect(described([kettle, pan.slice(0, 2)])).toEqual(words);
  expect(described([['url', 'description'], kettle], { description: null, fallback: null })).toEqual(['']);
  expect(described([['url', 'description', 'price'], kettle, pan])).toEqual([['Kettle, red,and big'], 'Pan']);
  const cut = ['Knife', ' sharp', 'https://c.example'];
  expect(described([['title', 'url'], cut, ['Pan', 'https://b.example']])).toEqual([[cut.join()], 'Pan']);
  const priced = ['Knife', 'https://c.example', '19', '90'];
  expect(described([['title', 'url', 'price'], priced])).toEqual([[priced.join()]]);
  expect(read([own, ['id', "'=1", "'=1+1", '', '', 'x']])[0]?.problem).toContain('more cells');
});
