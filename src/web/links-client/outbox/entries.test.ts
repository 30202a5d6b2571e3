import { expect, test } from 'vitest';

import type { Link } from '#core/links/link.ts';
import { testFields, testLink } from '#core/links/test-link.ts';
import {
  added,
  blockedEntry,
  discarded,
  lastWanted,
  marked,
  mineKept,
  nextToSend,
  reworded,
  sentAgain,
  settled,
  type Revision,
  type Entries,
  type OutboxEntry,
} from './entries.ts';

function link(id: string, description: string, version = '1'): Link {
  return testLink({ id, url: `https://${id}.example/`, description, createdAt: '0', updatedAt: version });
}

const create = (id: string, description = id) =>
  added({ id: `${id}+`, kind: 'create', link: link(id, description) });
const update = (id: string, description: string) =>
  added({ id: `${id}=${description}`, kind: 'update', link: link(id, description) });
const remove = (id: string) => added({ id: `${id}-`, kind: 'delete', link: link(id, '') });

const after = (...revisions: readonly Revision[]): Entries =>
  revisions.reduce<Entries>((entries, revision) => revision(entries), []);

/** The next entry if no deletion can be undone any more. */
const firstToSend = (entries: Entries) => nextToSend(entries, () => false);

const ids = (entries: Entries) => entries.map(({ id }) => id);

function entry(entries: Entries, id: string): OutboxEntry {
  const found = entries.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no entry ${id}.`);
  return found;
}

const inConflict = (entries: Entries, id: string, theirs: Link | null) =>
  marked(entry(entries, id), { kind: 'conflict', theirs })(entries);
const refused = (entries: Entries, id: string) =>
  marked(entry(entries, id), { kind: 'refused', message: 'No.' })(entries);

test('entries are sent in the order in which they were stored', () => {
  let entries = after(create('a'), update('a', 'A'), create('b'), remove('a'));
  const sent: string[] = [];
  for (let next = firstToSend(entries); next !== null; next = firstToSend(entries)) {
    sent.push(next.id);
    entries = settled(next, next.link)(entries);
  }
  expect(sent).toEqual(['a+', 'a=A', 'b+', 'a-']);
});

test('later entries get the version of the saved link', () => {
  const entries = after(create('a'), update('a', 'A'), update('b', 'B'));
  const next = settled(entry(entries, 'a+'), link('a', 'a', '7'))(entries);
  expect(next.map(({ link: { updatedAt } }) => updatedAt)).toEqual(['7', '1']);
});

test('a change gets the version of the unsent change that the user knows, and else one that no link has', () => {
  const first = after(update('a', 'A'));
  const sent = entry(first, 'a=A');
  const second = { id: 'a=AA', kind: 'update', link: link('a', 'AA') } as const;
  const isSent = settled(sent, link('a', 'A', '7'));
  const versions = (entries: Entries) => entries.map((each) => each.link.updatedAt);
  expect(versions(isSent(added(second, ({ id }) => id === 'a=A')(first)))).toEqual(['7']);
  expect(versions(isSent(added(second, () => false)(first)))).toEqual(['1970-01-01T00:00:00.000Z']);

  const third = added({ ...second, id: 'a=AAA' });
  expect(versions(after(update('a', 'A'), update('a', 'AA'), isSent, third))).toEqual(['7', '7']);
});

test('a deletion that was made before a change does not get the version of that change', () => {
  const entries = after(remove('a'), update('a', 'A'));
  const next = settled(entry(entries, 'a=A'), link('a', 'A', '7'))(entries);
  expect(next.map((each) => [each.kind, each.link.updatedAt])).toEqual([['delete', '1']]);
});

test('an unsent deletion is no version that the user must know', () => {
  const newer = added({ id: 'a=A', kind: 'update', link: link('a', 'A', '2') }, () => false);
  expect(entry(after(remove('a'), newer), 'a=A').link.updatedAt).toBe('2');
});

test('later entries keep their version if another change came before the answer', () => {
  const entries = after(create('a'), update('a', 'A'));
  const next = settled(entry(entries, 'a+'), link('a', 'written elsewhere', '9'))(entries);
  expect(entry(next, 'a=A').link.updatedAt).toBe('1');
});

test.each(['conflict', 'refusal'])('a %s blocks its own link and no other', (kind) => {
  const before = after(update('a', 'A'), update('a', 'AA'), update('b', 'B'));
  const entries =
    kind === 'refusal' ? refused(before, 'a=A') : inConflict(before, 'a=A', link('a', 'theirs', '5'));
  expect(firstToSend(entries)?.id).toBe('b=B');
  expect(firstToSend(settled(entry(entries, 'b=B'), link('b', 'B'))(entries))).toBeNull();
});

test('"keep mine" sends the latest fields over the version that was saved elsewhere', () => {
  const entries = inConflict(after(update('a', 'A'), update('a', 'AA')), 'a=A', link('a', 'theirs', '5'));
  const next = mineKept('a', 'new')(entries);
  expect(next).toHaveLength(1);
  expect(firstToSend(next)).toMatchObject({
    kind: 'update',
    link: { id: 'a', description: 'AA', updatedAt: '5' },
  });
});

test('"save as new" creates a new link if the old one was deleted elsewhere', () => {
  const entries = inConflict(after(update('a', 'A')), 'a=A', null);
  expect(firstToSend(mineKept('a', 'new')(entries))).toMatchObject({
    kind: 'create',
    link: { id: 'new', description: 'A' },
  });
});

test('a refused change is sent again with new fields, which replace later updates', () => {
  const entries = refused(after(create('a'), update('a', 'A')), 'a+');
  const next = sentAgain('a', testFields({ url: 'https://other.example/', description: 'Shorter' }))(entries);
  expect(ids(next)).toEqual(['a+']);
  expect(firstToSend(next)?.link.description).toBe('Shorter');
});

test('new fields for a conflict do not change its status', () => {
  const entries = inConflict(after(update('a', 'A')), 'a=A', link('a', 'theirs', '5'));
  const next = reworded('a', testFields({ url: 'u', description: 'Reworded' }))(entries);
  expect(blockedEntry(next, 'a')).toMatchObject({
    status: { kind: 'conflict' },
    link: { description: 'Reworded' },
  });
});

test('discarding removes the changes of that link, and a new link completely', () => {
  const changed = refused(after(update('a', 'A'), update('b', 'B'), remove('a')), 'a=A');
  expect(ids(discarded('a')(changed))).toEqual(['b=B', 'a-']);
  const fresh = refused(after(create('a'), update('a', 'A'), create('b')), 'a+');
  expect(ids(discarded('a')(fresh))).toEqual(['b+']);
});

test('a deletion is stored once, and nothing is wanted after it', () => {
  const entries = refused(after(update('a', 'A')), 'a=A');
  expect(ids(remove('a')(remove('a')(entries)))).toEqual(['a=A', 'a-']);
  expect(lastWanted(remove('a')(entries), 'a')).toBeNull();
});

test.each(['refusal', 'conflict'])(
  'after a %s, a deletion is sent, and then no entry of the link is left',
  (kind) => {
    const before = after(create('a'), update('a', 'A'), update('b', 'B'));
    const blocked =
      kind === 'refusal' ? refused(before, 'a+') : inConflict(before, 'a+', link('a', 'x', '5'));
    const entries = settled(entry(blocked, 'b=B'), link('b', 'B'))(remove('a')(blocked));
    const next = firstToSend(entries);
    expect(next?.id).toBe('a-');
    expect(next === null ? entries : settled(next, null)(entries)).toEqual([]);
  },
);

test('a deletion waits while it can be undone, and blocks no other change', () => {
  const entries = after(remove('a'), update('b', 'B'));
  expect(nextToSend(entries, ({ kind }) => kind === 'delete')?.id).toBe('b=B');
  expect(firstToSend(entries)?.id).toBe('a-');
});

test('a deletion that meets a newer version is the only entry of its link', () => {
  const entries = remove('a')(refused(after(update('a', 'A')), 'a=A'));
  const next = inConflict(entries, 'a-', link('a', 'theirs', '5'));
  expect(ids(next)).toEqual(['a-']);
  expect(firstToSend(next)).toBeNull();
  expect(firstToSend(mineKept('a', 'new')(next))).toMatchObject({ kind: 'delete', link: { updatedAt: '5' } });
  expect(discarded('a')(next)).toEqual([]);
  // The user deletes the newer version too.
  expect(firstToSend(remove('a')(next))?.status).toEqual({ kind: 'waiting' });
});

test('a deletion after a saved change names the version of that change', () => {
  const entries = after(update('a', 'A'), remove('a'));
  expect(settled(entry(entries, 'a=A'), link('a', 'A', '7'))(entries)).toMatchObject([
    { kind: 'delete', link: { updatedAt: '7' } },
  ]);
});
