import { expect, test } from 'vitest';

import { testLink } from '#core/links/test-link.ts';
import {
  countMessage,
  noMatchMessage,
  selectionMessage,
  spokenMessage,
  unsentCountMessage,
} from './list-messages.ts';

const row = testLink();

test.each([
  [0, 'Tick the links to add'],
  [1, '1 selected'],
  [12_345, '12,345 selected'],
])('%i ticked: %s', (ticked, words) => {
  expect(selectionMessage(ticked)).toBe(words);
});

test.each([
  [5, 40, '', '40 links', '5 links shown, and there are more'],
  [1000, 50_000, '', '50,000 links', '1,000 links shown, and there are more'],
  [5, null, '', 'Newest 5', '5 links shown, and there are more'],
  [1, 1, '', '1 link', '1 link shown'],
  [0, 0, '', null, '0 links shown'],
  [5, 12, 'knife', '12 found', '5 links found, and there are more'],
  [5, null, 'knife', 'Newest 5 found', '5 links found, and there are more'],
  [1, 1, 'knife', '1 found', '1 link found'],
  [0, 0, 'knife', '0 found', 'No links match “knife”.'],
])('%i listed of %s, search “%s”: %s; spoken: %s', (shown, total, search, seen, spoken) => {
  const hasMore = shown !== total;
  const links = Array.from({ length: shown }, () => row);
  expect(countMessage({ links, hasMore, search, total })).toBe(seen);
  expect(spokenMessage(shown, { hasMore, search })).toBe(spoken);
});

test('a search without results is quoted as it was typed', () => {
  expect(noMatchMessage('50%_"')).toBe('No links match “50%_"”.');
});

test('unsent changes are counted', () => {
  expect(unsentCountMessage(1, 0)).toBe('1 change not saved yet. It will be sent when you’re online.');
  expect(unsentCountMessage(3, 0)).toBe('3 changes not saved yet. They will be sent when you’re online.');
  expect(unsentCountMessage(0, 1)).toBe('1 change not saved. Please decide what to do.');
  expect(unsentCountMessage(1, 2)).toMatch(/^1 change not saved yet\. .* 2 changes not saved\. /);
});
