import { expect, test } from 'vitest';

import { sentencesOf } from './sentences.ts';

test('a paragraph wrapped at another column has the same sentences', () => {
  const wrapped = 'One sentence that\nruns on. Another\r\none!\n\nA third.';
  expect(sentencesOf(wrapped)).toEqual(['One sentence that runs on.', 'Another one!', 'A third.']);
  expect(sentencesOf('One sentence that runs on. Another one!\n\nA third.')).toEqual(sentencesOf(wrapped));
});

test('each item of a list, each heading and each line of a quote stands for itself', () => {
  expect(sentencesOf('Take:\n- salt\n- a pan\n1. boil\n## Then\n> eat')).toEqual([
    'Take:',
    '- salt',
    '- a pan',
    '1. boil',
    '## Then',
    '> eat',
  ]);
});

test('a text without words has no sentences', () => {
  expect(sentencesOf('')).toEqual([]);
  expect(sentencesOf(' \n\t\n ')).toEqual([]);
});
