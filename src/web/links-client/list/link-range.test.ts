import { expect, test } from 'vitest';

import type { Link } from '#core/links/link.ts';

import { createLocalChanges } from './link-range.ts';

const linkOf = (description: string, updatedAt: string): Link => ({
  id: 'a',
  url: 'https://a.example/',
  description,
  createdAt: '0',
  updatedAt,
});
const pageOf = (...links: Link[]) => ({ links, nextCursor: null, hasMore: false });

test('an answer that is older than a change does not undo the change', async () => {
  const local = createLocalChanges();
  const correct = local.since();
  local.put(linkOf('new', '2'));
  expect(correct(pageOf(linkOf('old', '1'))).links).toEqual([linkOf('new', '2')]);
  local.drop('a');
  expect(correct(pageOf(linkOf('old', '1'))).links).toEqual([]);
});

test('a link that was deleted here and imported again is shown as it was imported', () => {
  const local = createLocalChanges();
  local.put(linkOf('changed here', '5'));
  local.drop('a');
  const imported = linkOf('imported', '1');
  expect(local.since()(pageOf(imported)).links).toEqual([imported]);
  expect(local.latest(imported)).toEqual(imported);
});
