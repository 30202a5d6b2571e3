import { expect, test } from 'vitest';

import { testLink } from '#core/links/test-link.ts';
import {
  noMatchMessage,
  selectionMessage,
  shownMessage,
  spokenMessage,
  unsentCountMessage,
} from './list-messages.ts';

const row = testLink();

test.each([
  [0, 'Tick the links to weave in'],
  [1, '1 selected'],
  [12_345, '12,345 selected'],
])('%i ticked: %s', (ticked, words) => {
  expect(selectionMessage(ticked)).toBe(words);
});

test.each([
  [5, 40, '', '5 of 40', '5 links shown, and there are more'],
  [1000, 50_000, '', '1,000 of 50,000', '1,000 links shown, and there are more'],
  [5, null, '', 'Newest 5 shown', '5 links shown, and there are more'],
  [2000, 2000, '', 'All 2,000 shown', '2,000 links shown'],
  [5, null, 'knife', 'Newest 5 found', '5 links found, and there are more'],
  [1, 1, 'knife', '1 found', '1 link found'],
  [0, 0, 'knife', '0 found', 'No links match “knife”.'],
])('%i listed of %s, search “%s”: %s; spoken: %s', (shown, total, search, seen, spoken) => {
  const hasMore = shown !== total;
  const links = Array.from({ length: shown }, () => row);
  expect(shownMessage({ links, hasMore, search, total })).toBe(seen);
  expect(spokenMessage(shown, { hasMore, search })).toBe(spoken);
});

test('a search without results is quoted as it was typed', () => {
  expect(noMatchMessage('50%_"')).toBe('No links match “50%_"”.');
});

test('unsent changes are counted', () => {
  expect(unsentCountMessage(1, 0)).toBe('1 change not saved yet: it will be sent when the network is back.');
  expect(unsentCountMessage(3, 0)).toBe(
    '3 changes not saved yet: they will be sent when the network is back.',
  );
  expect(unsentCountMessage(0, 1)).toBe('1 change not saved: please decide what to do.');
  expect(unsentCountMessage(1, 2)).toMatch(/^1 change not saved yet: .* 2 changes not saved: /);
});
