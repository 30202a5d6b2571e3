import { expect, test } from 'vitest';

import { csvLine } from '#core/link-files/csv-cell.ts';

import { parseTable, rowLimit } from './parse-table.ts';

const rowsOf = async (text: string) => (await parseTable(text)).rows;

test.each([
  ['commas', 'a,b\n1,2\n'],
  ['semicolons', 'a;b\r\n1;2\r\n'],
  ['tabs', 'a\tb\r1\t2\r'],
  ['the delimiter that the file names', 'sep=|\r\na|b\r\n1|2\r\n'],
  ['line ends of two kinds', 'a,b\n1,2\r\n'],
])('cells separated by %s are read', async (_words, text) => {
  const rows = await rowsOf(text);
  expect(rows.slice(0, 2)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

test('quoted cells hold delimiters, quotes and line breaks', async () => {
  expect(await rowsOf('"a,b","say ""hi""","two\r\nlines"\r\n"x","",""\r\n')).toEqual([
    ['a,b', 'say "hi"', 'two\r\nlines'],
    ['x', '', ''],
  ]);
});

test('a quote that is never closed is noticed', async () => {
  const table = await parseTable('url,title\nhttps://a.example,"Knife\nhttps://b.example,Board\n');
  expect(table.isUnbalanced).toBe(true);
});

test('all of many rows are read', async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => [`${index}`, `"quoted\r\n${index}"`, 'é,;\t']);
  const read = await rowsOf(rows.map(csvLine).join(''));
  expect(read).toEqual(rows);
});

test('a file of too many rows is refused with a message', async () => {
  await expect(parseTable('a\n'.repeat(rowLimit + 1))).rejects.toThrow('more than 200,000 rows');
});
