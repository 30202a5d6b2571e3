import { expect, test } from 'vitest';

import { selectionWords } from './selection-words.ts';

test.each([
  [0, 0, 'Tick the links to weave in'],
  [1, 0, '1 link selected'],
  [3, 0, '3 links selected'],
  [3, 2, '3 links selected, 2 further down'],
])('%i ticked, %i of them unseen: %s', (ticked, unseen, words) => {
  expect(selectionWords(ticked, unseen)).toBe(words);
});
