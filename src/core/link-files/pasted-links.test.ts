import process from 'node:process';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { writeMarkdownLink, writePlainLink } from '#core/export/escape.ts';

import { readPastedLinks } from './pasted-links.ts';

const read = (text: string) => readPastedLinks(text).map(({ url, description }) => [url, description]);

test.each([
  ['https://a.example/x', [['https://a.example/x', '']]],
  ['https://a.example/x Knife for chefs', [['https://a.example/x', 'Knife for chefs']]],
  ['https://a.example/x\tKnife', [['https://a.example/x', 'Knife']]],
  ['https://a.example/x, Knife', [['https://a.example/x', 'Knife']]],
  ['https://a.example/x,Knife for chefs', [['https://a.example/x', 'Knife for chefs']]],
  ['https://a.example/x;Knife for chefs', [['https://a.example/x', 'Knife for chefs']]],
  ['https://a.example/x;Knife', [['https://a.example/x;Knife', '']]],
  ['https://a.example/x;id=1 Knife', [['https://a.example/x;id=1', 'Knife']]],
  ['Knife for chefs: https://a.example/x', [['https://a.example/x', 'Knife for chefs']]],
  ['1. Knife – https://a.example/x', [['https://a.example/x', 'Knife']]],
  ['- <https://a.example/x>', [['https://a.example/x', '']]],
  ['https://a.example/1,2,3', [['https://a.example/1,2,3', '']]],
  ['https://a.example/"odd"<x>', [['https://a.example/"odd"<x>', '']]],
  ['https://a.example/?u=https://b.example', [['https://a.example/?u=https://b.example', '']]],
  ['https://a.example/?x=1&amp;y=%20;z=~', [['https://a.example/?x=1&amp;y=%20;z=~', '']]],
  ['amzn.example/3xY', [['amzn.example/3xY', '']]],
  ['Knife www.shop.example/k', [['www.shop.example/k', 'Knife']]],
  ['no address here', [['', 'no address here']]],
  ['HTTPS://A.EXAMPLE/X shouted', [['HTTPS://A.EXAMPLE/X', 'shouted']]],
  [
    'https://a.example one https://b.example two',
    [
      ['https://a.example', 'one'],
      ['https://b.example', 'two'],
    ],
  ],
  [
    'one https://a.example two https://b.example',
    [
      ['https://a.example', 'one'],
      ['https://b.example', 'two'],
    ],
  ],
  [
    'https://a.example,https://b.example',
    [
      ['https://a.example', ''],
      ['https://b.example', ''],
    ],
  ],
  [
    'See [the knife](https://a.example/k_(10cm)?x=1) and [a board](<https://b.example/ü b> "Title")!',
    [
      ['https://a.example/k_(10cm)?x=1', 'the knife'],
      ['https://b.example/ü b', 'a board'],
    ],
  ],
])('%j', (line, links) => expect(read(line)).toEqual(links));

test.each([
  ['See [the knife](https://a.example/k) and https://b.example/x', 'https://a.example/k https://b.example/x'],
  ['https://b.example/x board [knife](https://a.example/k)', 'https://b.example/x https://a.example/k'],
  ['[![A](https://a.example/a.png)](https://b.example/x)', 'https://a.example/a.png https://b.example/x'],
  ["['https://a.example/x','https://b.example/y']", 'https://a.example/x https://b.example/y'],
  ['(https://a.example/x)[a](https://b.example/y)', 'https://a.example/x https://b.example/y'],
  ['https://a.example/x Knife www.b.example/y Board', 'https://a.example/x www.b.example/y'],
  ['amzn.example/3x Knife, amzn.example/4x Board', 'amzn.example/3x amzn.example/4x'],
  ['Knife (amzn.example/3x)', 'amzn.example/3x'],
])('every address of %j is offered', (line, urls) =>
  expect(readPastedLinks(line).map(({ url }) => url)).toEqual(urls.split(' ')),
);

test.each([
  ['Get the knife (https://a.example/x) now', 'https://a.example/x', 'Get the knife'],
  ['The knife (see https://a.example/x).', 'https://a.example/x', 'The knife (see'],
  ['Foo (https://a.example/Foo_(bar))', 'https://a.example/Foo_(bar)', 'Foo'],
  ['https://a.example/Foo_(bar) Foo (10cm)', 'https://a.example/Foo_(bar)', 'Foo (10cm)'],
  ['Foo https://a.example/?a[]=1&b[c]=2)', 'https://a.example/?a[]=1&b[c]=2)', 'Foo'],
  ['“https://a.example/x” knife', 'https://a.example/x', 'knife'],
  ["**https://a.example/o'neil** knife", "https://a.example/o'neil", 'knife'],
  ['Knife * https://a.example/b*c', 'https://a.example/b*c', 'Knife'],
  ['Messer:https://a.example/x', 'https://a.example/x', 'Messer'],
  ['See https://a.example/x.', 'https://a.example/x', 'See'],
  ['See "https://a.example/Inc." there', 'https://a.example/Inc.', 'See'],
  ['https://a.example/Inc. Apple', 'https://a.example/Inc.', 'Apple'],
  ['[[knife]]((https://a.example/x))', 'https://a.example/x', '[[knife]]'],
  ['[url=https://a.example/x]Knife[/url]', 'https://a.example/x', 'Knife'],
  ['[URL="https://a.example/x"][b]Knife[/b][/URL]', 'https://a.example/x', 'Knife'],
  ['[url]https://a.example/x[/url] Knife', 'https://a.example/x', ''],
  ['[url=https://a.example/x]Knife', 'https://a.example/x', '[url='],
  ['[a](https://a.example/?a=(b(c)d)) e', 'https://a.example/?a=(b(c)d)', '[a]'],
  ['[a](https://a.example/b\\_c?d=1&amp;e=2)', 'https://a.example/b_c?d=1&amp;e=2', 'a'],
])('the address in %j ends where it ends', (line, ...link) => expect(read(line)).toEqual([link]));

test.each([
  ['https://a.example/x,A knife', 'https://a.example/x', 'A knife'],
  ['https://a.example/x,Knife,Kitchen stuff', 'https://a.example/x', 'Knife,Kitchen stuff'],
  ['A knife,https://a.example/x,Kitchen stuff', 'https://a.example/x', 'A knife'],
  ['|https://a.example/x|Knife for all|', 'https://a.example/x', 'Knife for all'],
  ['Read https://a.example/x,Knife for more', 'https://a.example/x,Knife', 'Read'],
  ['https://a.example/x,nId,7 Knife for all', 'https://a.example/x,nId,7', 'Knife for all'],
  ['https://a.example/x;b\tA good pan', 'https://a.example/x;b', 'A good pan'],
  ['https://a.example/x,b\tA good pan', 'https://a.example/x,b', 'A good pan'],
  ['https://a.example/x|b \t A good pan', 'https://a.example/x|b', 'A good pan'],
  ['https://a.example/x,nike - A good pan', 'https://a.example/x', 'nike - A good pan'],
  ['https://a.example/x|包丁 - よく切れる', 'https://a.example/x', '包丁 - よく切れる'],
  ['https://a.example/x#:~:text=a,b A good pan', 'https://a.example/x#:~:text=a,b', 'A good pan'],
  ['Pan\thttps://a.example/x,b\tA good pan', 'https://a.example/x,b', 'Pan'],
  ['https://a.example/x,Lodge - A good pan', 'https://a.example/x', 'Lodge - A good pan'],
  ['https://a.example/x,Two words here', 'https://a.example/x', 'Two words here'],
  ['https://a.example/x,Two words - here', 'https://a.example/x', 'Two words - here'],
  ['https://a.example/x,Two words\there', 'https://a.example/x', 'Two words\there'],
  ['https://a.example/x,10 words\there', 'https://a.example/x,10', 'words\there'],
  ['https://a.example/x, Two words here', 'https://a.example/x', 'Two words here'],
  ['<https://a.example/x,Knife> for all', 'https://a.example/x,Knife', 'for all'],
])('a comma in %j belongs to the address or ends it', (line, ...link) => expect(read(line)).toEqual([link]));

test('in a list with commas, each first comma ends the address', () => {
  const lines = [
    'https://a.example/x,Knife for all',
    ' https://b.example/y,10 inch pan',
    'https://c.example,Pan',
  ];
  expect(read(lines.join('\n'))).toEqual([
    ['https://a.example/x', 'Knife for all'],
    ['https://b.example/y', '10 inch pan'],
    ['https://c.example', 'Pan'],
  ]);
});

test.each([
  'https://a.example/1,2\nhttps://a.example/Paris,France',
  'https://a.example/7,1.html Knife\nhttps://a.example/7,2.html Pan',
])('in the lines %j, a comma stays in the address', (text) => {
  const urls = text.split('\n').map((line) => line.split(' ')[0]);
  expect(readPastedLinks(text).map(({ url }) => url)).toEqual(urls);
});

test('rows of a table keep a comma in each address', () => {
  const rows = ['https://a.example/x,b\tA good pan', 'https://a.example/y,c\tKnife'];
  expect(read(rows.join('\n'))).toEqual(rows.map((row) => row.split('\t')));
});

test('in a list with commas, a description may have a dash', () => {
  const lines = ['https://a.example/x,Lodge - a pan', 'https://a.example/y,Zwilling - 10 inch'];
  const links = [
    ['https://a.example/x', 'Lodge - a pan'],
    ['https://a.example/y', 'Zwilling - 10 inch'],
  ];
  expect(read(lines.join('\n'))).toEqual(links);
  expect(read([...lines, 'https://a.example/z,pot - 2 l'].join('\n'))).toEqual([
    ...links,
    ['https://a.example/z', 'pot - 2 l'],
  ]);
});

const urlPiece = fc.constantFrom(
  'a',
  '/',
  '_(b)',
  '[c]',
  '&copy;',
  '&amp;',
  '.d',
  ',e',
  '%20',
  '=',
  '*f',
  'é',
);

test('what we export is read back with the same address', () => {
  fc.assert(
    fc.property(
      fc.array(urlPiece, { maxLength: 9 }),
      fc.constantFrom('Knife', 'a [b] (c)'),
      (pieces, anchor) => {
        const url = `https://a.example/${pieces.join('')}x`;
        expect(read(`The ${writePlainLink({ anchor, url })}.`)).toEqual([[url, `The ${anchor}`]]);
        const marked = `${url}${pieces.includes('=') ? '(\\<"\\' : ''}`;
        expect(read(`The ${writeMarkdownLink({ anchor, url: marked })}.`)).toEqual([[marked, anchor]]);
      },
    ),
  );
});

const long = 100_000;

/** Texts that are slow to read if a stretch is read again for each of its signs. */
const slowTexts = [
  `[a](b "${' '.repeat(long)}x`,
  `https://a.example/ ${'('.repeat(long)}x`,
  `x https://a.example/${')'.repeat(long)}`,
  `[${String.raw`\[`.repeat(long / 2)}`,
  `${'a.'.repeat(long / 2)} x`,
  `https://a.example/x${',,,,x'.repeat(long / 5)} y`,
  ...[
    '[',
    '![',
    '[a](x',
    '[a](<',
    '[url=a]',
    '[url=https://a.example]x',
    "'",
    '(',
    'https://a.example/x ',
    '(https://a.example ',
    'https://a.example,',
    '(www.a.example/',
    ',a',
    "',",
    'Knife\nhttps://a.example/x\n',
  ].map((piece) => `x https://a.example/${piece.repeat(long / piece.length)} x`),
];

test.each(slowTexts.map((text) => [text.slice(0, 60), text]))(
  'the hostile text %j … is read in little time',
  (_start, text) => {
    // Time of the processor, so that other work of the machine does not count.
    const start = process.cpuUsage();
    readPastedLinks(text);
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
  },
);

test.each([
  ['a name before each', 'Cast iron pan\nhttps://shop.example/a\nWok\nhttps://shop.example/b'],
  [
    'a name with a colon and blank lines',
    'Cast iron pan:\n\nhttps://shop.example/a\n\nWok:\n\nhttps://shop.example/b',
  ],
  ['a name behind each', 'https://shop.example/a\nCast iron pan\nhttps://shop.example/b\nWok'],
  ['bullets', '- Cast iron pan\n- https://shop.example/a\n- Wok\n- https://shop.example/b'],
  [
    'a word before the address',
    'Cast iron pan\nURL: https://shop.example/a\nWok\nLink: https://shop.example/b',
  ],
  ['other links between', '1. Cast iron pan\nhttps://shop.example/a\n2. Wok\n<https://shop.example/b>'],
])('lines of names and addresses with %s are read as links', (_words, text) => {
  expect(read(text)).toEqual([
    ['https://shop.example/a', 'Cast iron pan'],
    ['https://shop.example/b', 'Wok'],
  ]);
});

test('a line that belongs to no address is shown', () => {
  expect(read('My pans\nhttps://a.example/1\nhttps://a.example/2\nhttps://a.example/3')).toEqual([
    ['', 'My pans'],
    ['https://a.example/1', ''],
    ['https://a.example/2', ''],
    ['https://a.example/3', ''],
  ]);
  expect(read('My list\nPan\nhttps://a.example/1\nWok\nhttps://a.example/2')).toEqual([
    ['', 'My list'],
    ['https://a.example/1', 'Pan'],
    ['https://a.example/2', 'Wok'],
  ]);
});

test.each([
  ['mailto:me@shop.example Write to me', 'mailto:me@shop.example', 'Write to me'],
  ['Pan intent://shop.example/p#Intent;end', 'intent://shop.example/p#Intent;end', 'Pan'],
  ['amzn://pan', 'amzn://pan', ''],
  ['Pan: the best of all', '', 'Pan: the best of all'],
])('%j is shown with its address', (line, ...link) => expect(read(line)).toEqual([link]));

test('all lines are counted, with any line end', () => {
  expect(readPastedLinks('\n\nhttps://a.example\r\nhttps://b.example\rhttps://c.example')).toMatchObject([
    { row: 3 },
    { row: 4 },
    { row: 5 },
  ]);
});

test('no line with text is lost, and each address is in the text', () => {
  const piece = fc.constantFrom(
    'https://a.example/x',
    'www.b.example/',
    ' ',
    ',',
    '\t',
    '[',
    '](',
    ')',
    'Knife',
    '–',
    '<',
    'é',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const line = pieces.join('');
      const links = readPastedLinks(line);
      expect(links.length > 0).toBe(line.trim() !== '');
      for (const { url } of links) expect(line).toContain(url);
    }),
  );
});
