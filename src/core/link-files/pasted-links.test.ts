import fc from 'fast-check';
import { expect, test } from 'vitest';

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
