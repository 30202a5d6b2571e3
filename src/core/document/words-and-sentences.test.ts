import fc from 'fast-check';
import { expect, test } from 'vitest';

import { plainSentences } from './words-and-sentences.ts';

test('the sentences, joined, are the text, and each has the right offset', () => {
  const scrap = fc.constantFrom(
    'One. ',
    'Two! ',
    '1. ',
    'e.g. this ',
    '\n',
    '\r\n',
    'x'.repeat(700),
    '„Ja.“ ',
    '🌱',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(scrap, { maxLength: 40 }), (scraps) => {
      const text = scraps.join('');
      const sentences = plainSentences(text);
      expect(sentences.map((sentence) => sentence.text).join('')).toBe(text);
      for (const { text: words, start } of sentences) expect(text.startsWith(words, start)).toBe(true);
    }),
  );
});

test('a long text is cut in the same places as a short one', () => {
  const sentence = 'This is a sentence of a certain length, which ends here. ';
  const sentences = plainSentences(sentence.repeat(500));
  expect(sentences).toHaveLength(500);
  expect(new Set(sentences.map(({ text }) => text))).toEqual(new Set([sentence]));
});

test('abbreviations, initials and ordinal numbers end no sentence; line breaks do', () => {
  const text = 'Dr. A. Smith came, e.g. on the 3. of May. He left 200 gr. Of cheese Gr. 10.\nThen I slept';
  expect(plainSentences(text).map((sentence) => sentence.text)).toEqual([
    'Dr. A. Smith came, e.g. on the 3. of May. ',
    'He left 200 gr. ',
    'Of cheese Gr. 10.\n',
    'Then I slept',
  ]);
});
