import { expect, test } from 'vitest';

import { searchTermsOf, searchTextOf } from './search-terms.ts';

const link = { url: 'https://shop.example/KÜCHE?x=50%_off', description: 'Ein Küchen-Messer １２' };

function finds(search: string): boolean {
  return searchTermsOf(search).every((term) => searchTextOf(link).includes(term));
}

test.each(['', '  ', 'messer', 'MESSER shop', 'küche', '%_', '50%_OFF', '12', '12\n', 'messer https'])(
  '%j finds the link',
  (search) => expect(finds(search)).toBe(true),
);

test.each(['messer gabel', '%messer', '5_%', 'h_tps'])('%j does not', (search) =>
  expect(finds(search)).toBe(false),
);
