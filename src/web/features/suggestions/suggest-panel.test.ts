import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Suggestions } from '#contract/suggestions.ts';

import { reasonNotToSuggest } from './suggest-button.tsx';
import { foundMessage, quoteOf, searchedMessage } from './suggest-panel.tsx';

function found(count: number, searched: number): Suggestions {
  const link = { id: '1', url: 'https://a.example', description: '', createdAt: '', updatedAt: '' };
  const place = { start: 0, end: 1 };
  const suggestion = { link, score: 1, passage: place, sentence: place };
  return { suggestions: Array.from({ length: count }, () => suggestion), searched };
}

test.each([
  [0, 0, 'No links saved yet', 'Save the links you earn with, then ask again.'],
  [0, 1, 'No saved link fits this text yet', 'Looked through your only link. '],
  [1, 2, '1 link fits this text', 'The best of 2 links. Tick those that you want.'],
  [10, 1204, '10 links fit this text', 'The best of 1,204 links. Tick those that you want.'],
])('%i of %i links are "%s"', (count, searched, heading, note) => {
  expect(foundMessage(found(count, searched))).toBe(heading);
  expect(searchedMessage(found(count, searched)).startsWith(note)).toBe(true);
});

test('an empty text has no suggestions', () => {
  expect(reasonNotToSuggest(' \n')).toBe('Add some content to see which of your links fit it');
  expect(reasonNotToSuggest('Bread.')).toBeNull();
});

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

test('a quote never cuts a character in two', () => {
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
