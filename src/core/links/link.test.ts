import fc from 'fast-check';
import { expect, test } from 'vitest';

import { newestFirst, type Link } from './link.ts';

const linkArbitrary: fc.Arbitrary<Link> = fc.record({
  id: fc.uuid(),
  url: fc.constant('https://a.example'),
  description: fc.constant(''),
  createdAt: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(5) })
    .map((date) => date.toISOString()),
  updatedAt: fc.constant(''),
});

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
