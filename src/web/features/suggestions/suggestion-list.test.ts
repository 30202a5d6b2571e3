import fc from 'fast-check';
import { expect, test } from 'vitest';

import { quoteOf } from './suggestion-list.tsx';

const words = (text: string) => {
  const sentence = text.indexOf('<');
  const content = text.replace('<', '').replace('>', '');
  const end = text.indexOf('>') - 1;
  return quoteOf(content, { start: 0, end: content.length }, { start: sentence, end });
};

test('a short passage is quoted completely, with single spaces', () => {
  expect(words('It  rained.\n<A sharp\nknife helps.> Onions too.')).toEqual({
    before: 'It rained.',
    sentence: 'A sharp knife helps.',
    after: 'Onions too.',
  });
});

test('a long passage keeps the nearest words and is cut between words', () => {
  const quote = words(`${'before '.repeat(50)}<${'sentence '.repeat(60)}> ${'after '.repeat(50)}`);
  expect(quote.before).toMatch(/^…(?:before ?){12}$/);
  expect(quote.sentence).toMatch(/^(?:sentence ?){28}…$/);
  expect(quote.after).toMatch(/^(?:after ?){15}…$/);
});

test('no character is cut in two', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 1200 }),
      fc.nat(1200),
      fc.nat(1200),
      (content, a, b) => {
        const at = (wanted: number) => [...content].slice(0, wanted).join('').length;
        const sentence = { start: at(Math.min(a, b)), end: at(Math.max(a, b)) };
        for (const text of Object.values(quoteOf(content, { start: 0, end: content.length }, sentence)))
          expect(text).not.toMatch(/\p{Surrogate}/u);
      },
    ),
  );
});
