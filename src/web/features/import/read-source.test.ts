import { expect, test } from 'vitest';

import { csvLine } from '#core/link-files/csv.ts';

import { readSource } from './read-source.ts';

/** Reads a table from the bytes or the text of a file. */
async function readTable(content: Uint8Array<ArrayBuffer> | string) {
  const source = await readSource(new File([content], 'links.csv'));
  if (!('rows' in source)) throw new Error('The file is no table.');
  return source;
}

const rowsOf = async (content: Uint8Array<ArrayBuffer> | string) => (await readTable(content)).rows;

const table = 'url,title\nhttps://a.example,Käse – 😀\n';
const rows = [
  ['url', 'title'],
  ['https://a.example', 'Käse – 😀'],
];
const utf8 = new TextEncoder().encode(table);

function utf16(words: string, bigEndian: boolean): number[] {
  return Array.from({ length: words.length }, (_, index) => words.charCodeAt(index)).flatMap((unit) =>
    bigEndian ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8],
  );
}

test.each([
  ['UTF-8', utf8],
  ['UTF-8 with a mark', Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8)],
])('%s is read', async (_words, bytes) => {
  expect(await readTable(bytes)).toMatchObject({ rows, notes: [] });
});

test.each([
  ['little endian', Uint8Array.from([0xff, 0xfe, ...utf16(table, false)])],
  ['big endian', Uint8Array.from([0xfe, 0xff, ...utf16(table, true)])],
  ['without a mark', Uint8Array.from(utf16(table, false))],
])('UTF-16 %s is read, with a note', async (_words, bytes) => {
  expect(await readTable(bytes)).toMatchObject({ rows, notes: ['The file is written in UTF-16.'] });
});

test('other bytes are read as Western European text, with a note', async () => {
  const bytes = Uint8Array.of(...new TextEncoder().encode('url\n'), 0x4b, 0xe4, 0x73, 0x65);
  expect(await readTable(bytes)).toMatchObject({
    rows: [['url'], ['Käse']],
    notes: [expect.stringContaining('Windows-1252')],
  });
});

test.each([
  ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), 'save it as CSV'],
  ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), 'save it as CSV'],
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13), 'contains no text'],
  ['broken UTF-16', Uint8Array.of(0xff, 0xfe, 0, 0xd8, 0x61, 0), 'contains no text'],
])('%s is refused with a message', async (_words, bytes, message) => {
  await expect(readTable(bytes)).rejects.toThrow(message);
});

test.each([
  ['commas', 'a,b\n1,2\n'],
  ['semicolons', 'a;b\r\n1;2\r\n'],
  ['tabs', 'a\tb\r1\t2\r'],
  ['the delimiter that the file names', 'sep=|\r\na|b\r\n1|2\r\n'],
  ['line ends of two kinds', 'a,b\n1,2\r\n'],
])('cells separated by %s are read', async (_words, text) => {
  expect((await rowsOf(text)).slice(0, 2)).toEqual([
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

test('a quote that is never closed has a note', async () => {
  const { notes } = await readTable('url,title\nhttps://a.example,"Knife\nhttps://b.example,Board\n');
  expect(notes).toEqual([expect.stringContaining('never closed')]);
});

test('all of many rows are read', async () => {
  const many = Array.from({ length: 20_000 }, (_, index) => [`${index}`, `"quoted\r\n${index}"`, 'é,;\t']);
  expect(await rowsOf(many.map(csvLine).join(''))).toEqual(many);
});

test('a file of too many rows is refused with a message', async () => {
  await expect(readTable('a\n'.repeat(200_001))).rejects.toThrow('more than 200,000 rows');
});

test.each([
  [
    'semicolons and an unknown header',
    'Adresse;Wort;Netz\nhttps://a.example;A knife;awin\nhttps://b.example;A pan;cj',
  ],
  ['tabs and no header', 'A knife\thttps://a.example\tawin\nA pan\thttps://b.example\tcj\n'],
  ['vertical bars', 'https://a.example|A knife\n\nhttps://b.example|A pan'],
  ['a header that names the addresses', 'url,title\nhttps://a.example,Käse\n'],
])('a pasted table with %s is read as a table', async (_words, text) => {
  const source = await readSource(text);
  expect(source).toMatchObject({ maker: 'other', choices: { url: text.startsWith('A k') ? 1 : 0 } });
});

test('a file whose last cells hold commas or stand in quotes behind a space is read without loss', async () => {
  const lines = [
    'url,description',
    'https://a.example,Kettle, red and big',
    'https://b.example, "Scale, small"',
  ];
  const source = await readSource(new File([lines.join('\n')], 'links.csv'));
  expect(source).toMatchObject({
    delimiter: ',',
    width: 2,
    rows: [{}, { length: 3 }, { 1: 'Scale, small' }],
  });
});

test.each([
  ['one line', 'https://a.example;A knife'],
  ['commas', 'https://a.example,A knife\nhttps://b.example,A pan'],
  ['addresses that may hold the delimiter', 'https://a.example/x;id=1\nhttps://b.example/y;id=2'],
  ['addresses that hold it, and words', 'https://a.example/x;id=1 A knife\nhttps://b.example/y;id=2 A pan'],
  ['words that hold it', 'https://a.example/x A knife; very sharp\nhttps://b.example/y A pan; very hot'],
  ['a header, and addresses with commas', 'url,title\nhttps://a.example/1,2,Käse\nhttps://b.example,Pan'],
  ['lines of different forms', 'https://a.example/x;id=1 A knife\nhttps://b.example'],
])('a pasted list with %s is read line by line', async (_words, text) => {
  expect(await readSource(text)).toMatchObject({ maker: 'lines' });
});
