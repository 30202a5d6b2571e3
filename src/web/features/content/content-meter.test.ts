import { expect, test } from 'vitest';

import { lengthMessage, limitLevel, limitNote, tooLongReason } from './content-meter.tsx';

const fine = { fits: true, characters: 1_000, atMost: 5_800 };
const near = { fits: true, characters: 4_640, atMost: 5_800 };
const over = { fits: false, characters: 6_310, atMost: 5_800 };

test('words are counted far from the limit, characters from four fifths of it', () => {
  expect([fine, { ...near, characters: 4_639 }, near, over].map(limitLevel)).toEqual([
    'fine',
    'fine',
    'near',
    'over',
  ]);
  expect(lengthMessage(fine, 1)).toBe('1 word');
  expect(lengthMessage(fine, 1_204)).toBe('1,204 words');
  expect(lengthMessage(near, 900)).toBe('4,640 of 5,800 characters');
  expect(lengthMessage(over, 1_200)).toBe('6,310 of 5,800 characters');
});

test('a content that is too long has a note by how much, and what to do', () => {
  expect(tooLongReason(near)).toBeNull();
  expect(limitNote(near, 0)).toBeNull();
  expect(tooLongReason(over)).toBe('Shorten your content to at most 5,800 characters');
  expect(limitNote(over, 0)).toBe(
    '510 characters too many. Shorten your content to at most 5,800 characters.',
  );
});

test('too many links are named as the reason', () => {
  const crowded = { fits: false, characters: 10, atMost: 0 };
  expect(lengthMessage(crowded, 2)).toBe('2 words');
  expect(limitNote(crowded, 0)).toBe(
    'The selected links alone are too much for the model. Select fewer of them.',
  );
});

test('for a file the note says what to do', () => {
  expect(limitNote(fine, 'file')).toContain('Open the file, copy its text and paste it.');
});

test('for a refused text the note says how long it was, and that nothing is lost', () => {
  expect(limitNote(fine, 52_428_800)).toBe(
    'That text has 52,428,800 characters and was not added: at most 5,800 can be rewritten at once. Your content is as it was.',
  );
});
