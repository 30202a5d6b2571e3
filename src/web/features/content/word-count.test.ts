import { expect, test } from 'vitest';

import { countWords } from './word-count.ts';

test.each([
  ['', 0],
  [' \n ', 0],
  ['One, two – three.', 3],
  ['Straße 12\n\nmañana', 3],
])('%j holds %i words', (content, words) => {
  expect(countWords(content)).toBe(words);
});
