import fc from 'fast-check';
import { expect, test } from 'vitest';

import { testFields, testLink } from './test-link.ts';
import { matchingLinks, newestFirst, searchTermsOf } from './link.ts';

const linkArbitrary = fc
  .record({
    id: fc.uuid(),
    createdAt: fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(5) })
      .map((date) => date.toISOString()),
  })
  .map(testLink);

test('links are sorted newest first, and links of the same moment in a fixed order', () => {
  fc.assert(
    fc.property(fc.array(linkArbitrary), (links) => {
      const sorted = [...links].sort(newestFirst);
      const backwards = [...links].toReversed().sort(newestFirst);
      expect(sorted.map(({ id }) => id)).toEqual(backwards.map(({ id }) => id));
      const times = sorted.map(({ createdAt }) => createdAt);
      expect(times).toEqual([...times].sort().toReversed());
    }),
  );
});

const link = testFields({
  url: 'https://shop.example/KÜCHE?x=50%_off',
  description: 'Ein Küchen-Messer １２',
});

function finds(search: string): boolean {
  return matchingLinks([link], search).length > 0;
}

test.each(['', '  ', 'messer', 'MESSER shop', 'küche', '%_', '50%_OFF', '12', '12\n', 'messer https'])(
  '%j finds the link',
  (search) => expect(finds(search)).toBe(true),
);

test.each(['messer gabel', '%messer', '5_%', 'h_tps'])('%j does not', (search) =>
  expect(finds(search)).toBe(false),
);

test('a sign that unfolds to a whole sentence does not make the searched text many times longer', () => {
  const links = [1, 8192].map((count) => testFields({ url: `${'\ufdfa'.repeat(count)}/pan` }));
  expect(matchingLinks(links, 'صلى الله عليه وسلم')).toEqual(links);
  expect(matchingLinks(links, 'pan')).toEqual(links.slice(0, 1));
});

test('a million marks on one letter are folded in linear time', () => {
  const marks = 'a' + '\u0301\u0316'.repeat(500_000);
  expect(searchTermsOf(marks)).toHaveLength(1);
  expect(matchingLinks([testFields({ url: `https://a.example/${marks}` })], 'a.example')).toHaveLength(1);
  expect(searchTermsOf('Vie\u0323\u0302t')).toEqual(searchTermsOf('Vi\u1ec7t'));
});
