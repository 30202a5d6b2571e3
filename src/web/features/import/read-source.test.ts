import { expect, test } from 'vitest';
import { decodeText, parseTable, readSource, rowLimit } from './read-source.ts';
import { csvLine } from '#core/link-files/csv.ts';

const table = 'url,title\nhttps://a.example,Käse – 😀\n';
const utf8 = new TextEncoder().encode(table);

function utf16(words: string, bigEndian: boolean): number[] {
  return Array.from({ length: words.length }, (_, index) => words.charCodeAt(index)).flatMap((unit) =>
    bigEndian ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8],
  );
}

test.each([
  ['UTF-8', utf8],
  ['UTF-8 with a mark', Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8)],
])('%s is read', (_words, bytes) => expect(decodeText(bytes)).toEqual({ text: table, note: null }));

test.each([
  ['little endian', Uint8Array.from([0xff, 0xfe, ...utf16(table, false)])],
  ['big endian', Uint8Array.from([0xfe, 0xff, ...utf16(table, true)])],
  ['without a mark', Uint8Array.from(utf16(table, false))],
])('UTF-16 %s is read, with a note', (_words, bytes) => {
  expect(decodeText(bytes)).toEqual({ text: table, note: 'The file is written in UTF-16.' });
});

test('other bytes are read as Western European text, with a note', () => {
  const { text: read, note } = decodeText(Uint8Array.of(0x4b, 0xe4, 0x73, 0x65));
  expect(read).toBe('Käse');
  expect(note).toContain('Windows-1252');
});

test.each([
  ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), 'save it as CSV'],
  ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), 'save it as CSV'],
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13), 'holds no text'],
  ['broken UTF-16', Uint8Array.of(0xff, 0xfe, 0, 0xd8, 0x61, 0), 'holds no text'],
])('%s is refused with a message', (_words, bytes, message) => {
  expect(() => decodeText(bytes)).toThrow(message);
});

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
  const parsed = await parseTable('url,title\nhttps://a.example,"Knife\nhttps://b.example,Board\n');
  expect(parsed.isUnbalanced).toBe(true);
});

test('all of many rows are read', async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => [`${index}`, `"quoted\r\n${index}"`, 'é,;\t']);
  const read = await rowsOf(rows.map(csvLine).join(''));
  expect(read).toEqual(rows);
});

test('a file of too many rows is refused with a message', async () => {
  await expect(parseTable('a\n'.repeat(rowLimit + 1))).rejects.toThrow('more than 200,000 rows');
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
