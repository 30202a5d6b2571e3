import { expect, test } from 'vitest';

import type { Suggestions } from '#contract/suggestions.ts';

import { reasonNotToSuggest } from './suggest-button.tsx';
import { foundMessage, searchedMessage } from './suggest-panel.tsx';

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
