import { expect, test } from 'vitest';

import { keptOf, knife } from '#web/works/test-works.ts';

import { prepareSearch, searchResults, usesLink } from './results-list.tsx';

const first = keptOf('A stone on the road.');
const second = keptOf('家で料理を始めました。');
const all = [first, second].map(prepareSearch);

test('a search finds words of the text, of the versions and of the links, without regard to case and form', () => {
  expect(searchResults(all, '')).toEqual([first, second]);
  expect(searchResults(all, 'ROAD stone')).toEqual([first]);
  expect(searchResults(all, '料理')).toEqual([second]);
  expect(searchResults(all, 'see')).toEqual([first, second]);
  expect(searchResults(all, 'o\u0308lmesser shop.example/KNIFE road')).toEqual([first]);
  expect(searchResults(all, 'river')).toEqual([]);
});

test('a link is used if a version contains it, as the user left it', () => {
  expect(usesLink(first, knife.id)).toBe(true);
  expect(usesLink(first, 'board')).toBe(false);
  expect(usesLink(first, 'unknown')).toBe(false);
  expect(usesLink({ ...first, changes: { safe: { edits: [], removed: [] } } }, knife.id)).toBe(false);
});
