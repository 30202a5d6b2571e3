import { expect, test } from 'vitest';

import type { Link } from '#core/links/link.ts';

import { createOwnChanges } from './own-changes.ts';

const linkOf = (description: string, updatedAt: string): Link => ({
  id: 'a',
  url: 'https://a.example/',
  description,
  createdAt: '0',
  updatedAt,
});
const pageOf = (...links: Link[]) => ({ links, nextCursor: null, hasMore: false });

test('an answer to a question from before a change does not take the change back', async () => {
  const own = createOwnChanges();
  const correct = own.since();
  own.put(linkOf('new', '2'));
  expect(correct(pageOf(linkOf('old', '1'))).links).toEqual([linkOf('new', '2')]);
  own.drop('a');
  expect(correct(pageOf(linkOf('old', '1'))).links).toEqual([]);
});

test('a link that was deleted here and imported again since is there again, as it was imported', () => {
  const own = createOwnChanges();
  own.put(linkOf('changed here', '5'));
  own.drop('a');
  const imported = linkOf('imported', '1');
  expect(own.since()(pageOf(imported)).links).toEqual([imported]);
  expect(own.later(imported)).toEqual(imported);
});
