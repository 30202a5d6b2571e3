import { expect, test } from 'vitest';

import { testLink } from '#core/links/test-link.ts';
import { createKnownLinks, createLinkLookup } from './link-lookup.ts';
import { emptyCache, nothingUnsent } from './test-list-over.ts';

const linkOf = (description: string, updatedAt: string) => testLink({ description, updatedAt });

test('an answer that is older than a change does not undo the change', async () => {
  const known = createKnownLinks();
  const correct = known.since();
  known.put(linkOf('new', '2'));
  expect(correct([linkOf('old', '1')])).toEqual([linkOf('new', '2')]);
  known.drop('a');
  expect(correct([linkOf('old', '1')])).toEqual([]);
});

test('a link that was deleted here and imported again is shown as it was imported', () => {
  const known = createKnownLinks();
  known.put(linkOf('changed here', '5'));
  known.drop('a');
  const imported = linkOf('imported', '1');
  expect(known.since()([imported])).toEqual([imported]);
  expect(known.latest(imported)).toEqual(imported);
});

test('a link that was only looked up is known, but is not the version that the user has seen', () => {
  const known = createKnownLinks();
  known.note(linkOf('changed elsewhere', '5'));
  expect(known.get('a')).toEqual(linkOf('changed elsewhere', '5'));
  expect(known.latest(linkOf('seen', '1'))).toEqual(linkOf('seen', '1'));
  known.put(linkOf('changed here', '7'));
  known.note(linkOf('changed elsewhere', '5'));
  expect(known.get('a')).toEqual(linkOf('changed here', '7'));
});

test('a look-up forgets links that are gone, but none that was saved or deleted since it began', async () => {
  const known = createKnownLinks();
  for (const id of ['gone', 'deleted']) known.note({ ...linkOf(id, '1'), id });
  const lookup = createLinkLookup({
    async lookUp() {
      known.put({ ...linkOf('saved', '2'), id: 'saved' });
      known.drop('deleted');
      return [{ ...linkOf('deleted', '1'), id: 'deleted' }];
    },
    cache: { ...emptyCache, byIds: async () => [], byUrl: async () => [] },
    overlay: nothingUnsent,
    known,
  });
  const { found, gone } = await lookup.lookUp(['gone', 'saved', 'deleted']);
  expect(found.map(({ id }) => id)).toEqual(['saved']);
  expect(gone).toEqual(['gone', 'deleted']);
});
