import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { checkVersion } from './check-version.ts';
import type { ChosenLink } from '#core/link/link.ts';
import { readMarkup } from '#core/markup/link-markup.ts';

function chosen(...urls: string[]): ChosenLink[] {
  return urls.map((url, index) => ({ id: `${index + 1}`, url, description: '', integrations: 1 }));
}

const [a, b] = ['https://a.example/x', 'https://b.example/y?t=1&u=(2)'] as const;

describe('the link check', () => {
  test('counts a link only where its URL is byte for byte a chosen one', () => {
    const { report } = checkVersion(`[[one]]((${a})) and [[two]]((${b}&amp;))`, chosen(a, b), '');
    expect(report.links).toEqual([
      { linkId: '1', url: a, status: 'woven', times: 1, by: null, offer: null },
      { linkId: '2', url: b, status: 'missing', times: 0, by: null, offer: null },
    ]);
    expect(report.unknownUrls).toEqual([`${b}&amp;`]);
  });

  test('holds two tracking codes of one address for two links', () => {
    const urls = [`${a}?tag=1`, `${a}?tag=2`, `${a}?tag=1 `.trimEnd()];
    const { report } = checkVersion(`[[one]]((${urls[0]}))`, chosen(...urls.slice(0, 2)), '');
    expect(report.links.map(({ status }) => status)).toEqual(['woven', 'missing']);
  });

  test('says how often a repeated link stands there', () => {
    const { report } = checkVersion(`[[x]]((${a})) [[y]]((${a})) [[z]]((${a}))`, chosen(a), '');
    expect(report.links).toEqual([
      { linkId: '1', url: a, status: 'repeated', times: 3, by: null, offer: null },
    ]);
  });

  test('shares places out where two chosen links have one URL', () => {
    const statuses = (raw: string) =>
      checkVersion(raw, chosen(a, a), '').report.links.map(({ status, times }) => `${status} ${times}`);
    expect(statuses('')).toEqual(['missing 0', 'missing 0']);
    expect(statuses(`[[x]]((${a}))`)).toEqual(['woven 1', 'missing 0']);
    expect(statuses(`[[x]]((${a})) [[x]]((${a}))`)).toEqual(['woven 1', 'woven 1']);
    expect(statuses(`[[x]]((${a})) [[x]]((${a})) [[x]]((${a}))`)).toEqual(['woven 1', 'repeated 2']);
  });

  test('makes an unknown address the plain text of its anchor', () => {
    const { text, report } = checkVersion('Buy [[this thing]]((https://evil.example)) now.', chosen(a), '');
    expect(text).toBe('Buy this thing now.');
    expect(report.unknownUrls).toEqual(['https://evil.example']);
  });

  test('mends markup that can be read without guessing', () => {
    const { text } = checkVersion(`[[one]] ((${a})) [two](${b})`, chosen(a, b), '');
    expect(text).toBe(`[[one]]((${a})) [[two]]((${b}))`);
  });

  test('leaves alone what the user wrote, even where it looks like markup', () => {
    const content = `See [[Home]]((page)) and [their list](${a}).`;
    const { text, report } = checkVersion(`${content} [[one]]((${a}))`, chosen(a), content);
    expect(text).toBe(`${content} [[one]]((${a}))`);
    expect(report.unknownUrls).toEqual([]);
    expect(report.links[0]?.status).toBe('woven');
  });

  test('cannot be tricked by markup inside markup', () => {
    const tricks = [
      `[[[[x]]((https://evil.example))]]((${a}))`,
      `[[x]]((https://evil.example/[[y]]((${a}))))`,
      `[[[[[[z]]((https://e.example))]]((https://e.example))]]((https://e.example))`,
    ];
    for (const trick of tricks) {
      const { text, segments, report } = checkVersion(trick, chosen(a), '');
      expect(readMarkup(text, [a])).toEqual(segments);
      expect(segments.filter(({ type }) => type === 'link')).toHaveLength(report.links[0]?.times ?? -1);
      expect(segments.filter(({ type }) => type === 'stray')).toEqual([]);
    }
  });

  test('counts sentences that are the user’s, and those that are not', () => {
    const content = 'One here. Two here.\nThree here.';
    const { report } = checkVersion(
      `One here. A [[new one]]((${a})).\nTwo here. Three there.`,
      chosen(a),
      content,
    );
    expect(report).toMatchObject({ sentencesAdded: 2, sentencesKept: 2, sentencesTotal: 3 });
  });

  test('does not count a sentence as changed for the link that it carries', () => {
    const content = 'Take a good pan.';
    const { report } = checkVersion(`Take a [[good pan]]((${a})).`, chosen(a), content);
    expect(report).toMatchObject({ sentencesAdded: 0, sentencesKept: 1, sentencesTotal: 1 });
  });
});

test('whatever a model answers, only chosen URLs are links, and the report counts what is there', () => {
  const scrap = fc.constantFrom(
    '[[',
    ']]',
    '((',
    '))',
    '[',
    ']',
    '(',
    ')',
    ' ',
    'word',
    a,
    b,
    'https://evil.example',
    'javascript:alert(1)',
    `[[x]]((${a}))`,
    '[[y]]((https://evil.example))',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(scrap, { maxLength: 40 }), fc.array(scrap, { maxLength: 8 }), (scraps, words) => {
      const content = words.join('');
      const { text, segments, report } = checkVersion(scraps.join(''), chosen(a, b), content);
      expect(readMarkup(text, [a, b])).toEqual(segments);
      const links = segments.filter((segment) => segment.type === 'link');
      expect(links.every(({ url }) => url === a || url === b)).toBe(true);
      for (const link of report.links) {
        expect(links.filter(({ url }) => url === link.url)).toHaveLength(link.times);
      }
    }),
    { numRuns: 3000 },
  );
});
