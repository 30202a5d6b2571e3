import { expect, test } from 'vitest';

import { quoteOf } from './quote.ts';

test.each([
  ['I can’t help\n\n  with that.', 'I can’t help with that.'],
  ['Größe 🥾', 'Größe 🥾'],
  [`${'word '.repeat(31)}and more of it`, `${'word '.repeat(31)}and…`],
])('%j is quoted as %j', (text, quote) => {
  expect(quoteOf(text)).toBe(quote);
});

test.each([
  '',
  ' \n',
  '…',
  'See https://a.example.',
  'See a.example',
  '<b>No</b>',
  '[no](x)',
  'Key sk-proj-1a2b3c4d5e',
  'No \u202Ebecause of this.',
  'word '.repeat(200),
])('%j is not quoted', (text) => {
  expect(quoteOf(text)).toBeNull();
});
