import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { character } from '#scripts/property-values.ts';

import { readMarkup, sourceOf, writeMarkup } from './link-markup.ts';

type MarkupOptions = Parameters<typeof readMarkup>[2];

const known = 'https://a.example/x';

function outline(text: string, urls: readonly string[] = [known], options: MarkupOptions = {}): string[] {
  return readMarkup(text, urls, options).map((segment) =>
    segment.type === 'text' ? segment.text : `${segment.type}<${segment.anchor}|${segment.url}>`,
  );
}

describe('a link', () => {
  test('is read between texts', () => {
    expect(outline(`Take [[a good pan]]((${known})), always.`)).toEqual([
      'Take ',
      `link<a good pan|${known}>`,
      ', always.',
    ]);
  });

  test.each([
    'https://a.example/b_(c)',
    'https://a.example/(c',
    'https://a.example/c)',
    'https://a.example/c))d',
    'https://a.example/(((',
    'https://a.example/)))',
    "https://a.example/'x'?color[]=grey&color[]=blue",
    'https://a.example/[[x]]((y))',
    'https://a.example/with a space?and=(one) more',
    'https://a.example/🌱/küche?q=%28&amp;x#[f]',
    'no address at all',
    'https://a.example/7"-waterproof',
  ])('to %s is read back exactly', (url) => {
    expect(outline(`x ${writeMarkup('an anchor', url)} y`, [url])).toEqual([
      'x ',
      `link<an anchor|${url}>`,
      ' y',
    ]);
  });

  test('in parentheses of the sentence does not change them', () => {
    expect(outline(`(see [[it]]((${known})))`)).toEqual(['(see ', `link<it|${known}>`, ')']);
  });

  test('is read with the longer of two URLs that begin alike', () => {
    const longer = `${known}?tag=2`;
    expect(outline(`[[a]]((${longer}))[[b]]((${known}))`, [known, longer])).toEqual([
      `link<a|${longer}>`,
      `link<b|${known}>`,
    ]);
  });

  test.each([' ', '  ', '\t', '\n', '\r\n', ' \n '])(
    'is read over %j between brackets and parentheses',
    (gap) => {
      expect(outline(`[[a]]${gap}((${known}))`)).toEqual([`link<a|${known}>`]);
      expect(outline(`[[a]]((${gap}${known}${gap}))`)).toEqual([`link<a|${known}>`]);
    },
  );

  test('may have a line break in its anchor, but no blank line', () => {
    expect(outline(`[[a good\npan]]((${known}))`)).toEqual([`link<a good\npan|${known}>`]);
    expect(outline(`[[a good\n\npan]]((${known}))`)).toEqual([`[[a good\n\npan]]((${known}))`]);
  });

  test('may have brackets in its anchor', () => {
    expect(outline(`[[a [b] c]]((${known}))`)).toEqual([`link<a [b] c|${known}>`]);
    expect(outline(`[[[b]]]((${known}))`)).toEqual([`link<[b]|${known}>`]);
    expect(outline(`[[b]]]((${known}))`)).toEqual([`link<b]|${known}>`]);
    expect(outline(`[[[b]]((${known}))`)).toEqual(['[', `link<b|${known}>`]);
  });

  test('begins at the last double bracket before its anchor', () => {
    expect(outline(`[[one]] and [[two [[three]]((${known}))`)).toEqual([
      '[[one]] and [[two ',
      `link<three|${known}>`,
    ]);
  });

  test('needs an anchor', () => {
    expect(outline(`[[]]((${known}))`)).toEqual([`[[]]((${known}))`]);
    expect(outline(`[[ ]]((${known}))`)).toEqual([`[[ ]]((${known}))`]);
  });
});

describe('markup with another address', () => {
  test.each([
    ['one letter more', `${known}y`],
    ['a full stop inside', `${known}.`],
    ['an escaped sign', `${known}?a=1&amp;b=2`],
    ['another case', 'https://A.example/x'],
    ['balanced parentheses', 'https://b.example/b_(c)_(d(e))'],
  ])('is an unknown link: %s', (_, url) => {
    expect(outline(`x [[a]]((${url})) y`, [known, `${known}?a=1&b=2`])).toEqual([
      'x ',
      `unknown<a|${url}>`,
      ' y',
    ]);
  });

  test('with unbalanced parentheses ends at the first closing pair', () => {
    expect(outline('[[a]]((https://b.example/(c)) (d) e')).toEqual([
      'unknown<a|https://b.example/(c>',
      ' (d) e',
    ]);
  });

  test('does not swallow the words or the link behind it', () => {
    expect(outline(`[[a]]((https://b.example/c) word [[b]]((${known}))`)).toEqual([
      '[[a]]((https://b.example/c) word ',
      `link<b|${known}>`,
    ]);
    expect(outline(`[[a]]((https://b.example/[[b]]((${known}))`)).toEqual([
      '[[a]]((https://b.example/',
      `link<b|${known}>`,
    ]);
  });

  test('is text if brackets and parentheses are apart and contain no address', () => {
    expect(outline('[[Home]] ((see below))')).toEqual(['[[Home]] ((see below))']);
  });
});

describe('half-written markup at the end', () => {
  test.each(['[', '[[', '[[a', '[[a]', '[[a]]', '[[a]](', '[[a]]((', '[[a]]((h'])('is text: %s', (text) => {
    expect(outline(text)).toEqual([text]);
  });

  test('is an unknown link if it breaks off inside an address', () => {
    expect(outline(`x [[a]]((${known.slice(0, -1)}`)).toEqual(['x ', `unknown<a|${known.slice(0, -1)}>`]);
  });
});

describe('loose markup', () => {
  const loose = { looseUrls: [known] };

  test.each([`[a]((${known}))`, `[a](${known})`, `[[a]](${known})`])(
    'is read for a known URL: %s',
    (text) => {
      expect(outline(text, [known], loose)).toEqual([`link<a|${known}>`]);
      expect(outline(text)).toEqual([text]);
    },
  );

  test('is never read for another URL', () => {
    const text = '[a](https://b.example) [b]((https://b.example)) [c]: https://b.example [d]';
    expect(outline(text, [known], loose)).toEqual([text]);
  });
});

describe('any text', () => {
  const urls = [known, 'https://a.example/c))d', 'https://a.example/(c', 'a b'];
  const scrap = fc.constantFrom(
    '[',
    '[[',
    ']',
    ']]',
    '(',
    '((',
    ')',
    '))',
    ' ',
    '\n',
    '\r\n',
    'word',
    '🌱',
    '[[a]]((',
    `((${known}))`,
    '[[anchor]]',
    ...urls,
  );
  const text = fc.array(scrap, { maxLength: 30 }).map((scraps) => scraps.join(''));
  const options = fc.constantFrom<MarkupOptions>({}, { looseUrls: urls });

  test('loses no sign', () => {
    fc.assert(
      fc.property(text, options, (whole, option) => {
        const segments = readMarkup(whole, urls, option);
        expect(segments.map(sourceOf).join('')).toBe(whole);
        expect(
          segments.some(({ type }, index) => type === 'text' && segments[index + 1]?.type === type),
        ).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test('is read in the same way behind a link', () => {
    fc.assert(
      fc.property(text, options, (whole, option) => {
        const before = writeMarkup('x', known);
        const [link, ...rest] = readMarkup(before + whole, urls, option);
        expect(sourceOf(link ?? { type: 'text', text: '' })).toBe(before);
        expect(rest).toEqual(readMarkup(whole, urls, option));
      }),
      { numRuns: 2000 },
    );
  });
});

test('any URL and any plain anchor are read back from their markup', () => {
  const url = fc
    .string({ unit: character, minLength: 1 })
    .filter((value) => value.trim() === value && value !== '');
  const anchor = fc.stringMatching(/^[\p{L}\d][\p{L}\d ]{0,30}[\p{L}\d]$/u);
  fc.assert(
    fc.property(url, anchor, (address, words) => {
      expect(outline(`x${writeMarkup(words, address)}`, [address])).toEqual([
        'x',
        `link<${words}|${address}>`,
      ]);
    }),
  );
});

test('many links in one text are read in linear time', () => {
  const urls = Array.from({ length: 40_000 }, (_, index) => `https://shop.example/products/boots-${index}`);
  const text = urls.map((url) => writeMarkup('boots', url)).join(' and ');
  expect(readMarkup(text, urls).filter(({ type }) => type === 'link')).toHaveLength(40_000);
});
