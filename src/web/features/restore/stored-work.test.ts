import { expect, test } from 'vitest';

import { perVersion } from '#core/edits/version-names.ts';
import { checkEditedVersion } from '#core/report/report.ts';
import { lastWorkKey } from '#web/lib/kept-work.ts';

import { createWorkStorage, type StoredWork } from './stored-work.ts';

const text = 'A stone. \uD800 \u0000 “Quotes” and 家.\n'.repeat(3500);
const link = { id: 'a', url: 'https://shop.example/a?b=%20#c', description: 'A', integrations: 1 } as const;
const { report } = checkEditedVersion(text, [], [link]);
const work: StoredWork = {
  content: text,
  linkIds: ['b', 'a'],
  instructions: 'friendly, second person',
  shown: {
    phase: 'result',
    generation: {
      text,
      links: [link],
      versions: perVersion(() => text),
      edits: perVersion(() => []),
      report: perVersion(() => report),
      unfinished: [],
      usage: null,
    },
  },
  changes: { safe: { edits: [], removed: [{ id: '1', start: 0, end: 0, text: 'x', by: 'model' }] } },
};

/** A browser with room for this number of characters. */
function browserWith(room: number) {
  const map = new Map<string, string>();
  const failures: unknown[] = [];
  const storage: Storage = {
    length: 0,
    key: () => null,
    clear: () => map.clear(),
    getItem: (key) => map.get(key) ?? null,
    removeItem: (key) => void map.delete(key),
    setItem(key, value) {
      if (value.length > room) throw new DOMException('Full.', 'QuotaExceededError');
      map.set(key, value);
    },
  };
  const open = () =>
    createWorkStorage(
      () => storage,
      (failure) => failures.push(failure),
    );
  return { map, failures, open };
}

test('a text of 100,000 characters with its versions comes back exactly', () => {
  expect(text.length).toBeGreaterThan(90_000);
  const { open, failures } = browserWith(5_000_000);
  open().write(work);
  expect(open().read()).toEqual(work);
  expect(failures).toEqual([]);
});

test('if the versions do not fit, the text is stored; if nothing fits, the user is told', () => {
  const small = browserWith(2 * text.length);
  small.open().write(work);
  expect(small.open().read()).toEqual({ ...work, shown: null, changes: {} });
  expect(small.failures).toEqual([]);
  const smallest = browserWith(1.5 * text.length);
  smallest.open().write({ ...work, earlier: [work] });
  expect(smallest.open().read()).toEqual({ ...work, shown: null, changes: {} });
  expect(smallest.failures).toEqual([]);
  const full = browserWith(10);
  full.open().write(work);
  expect(full.open().read()).toBeNull();
  expect(full.failures).toHaveLength(1);
});

test('the user is told about blocked storage, and nothing throws', () => {
  const failures: unknown[] = [];
  const blocked = createWorkStorage(
    () => {
      throw new DOMException('Blocked.', 'SecurityError');
    },
    (failure) => failures.push(failure),
  );
  blocked.write(work);
  blocked.forget();
  blocked.forgetOwn();
  expect(blocked.read()).toBeNull();
  expect(failures).toHaveLength(4);
});

test('the work of an earlier version of the page comes back without instructions', () => {
  const { map, open } = browserWith(5_000_000);
  const { instructions: _none, ...earlier } = work;
  map.set(lastWorkKey, JSON.stringify(earlier));
  expect(open().read()).toEqual({ ...work, instructions: '' });
});

test('a stored value of another form is not read', () => {
  const { map, open } = browserWith(5_000_000);
  const wrong = ['', '{', 'null', '[]', '{"content":1}', JSON.stringify({ ...work, content: undefined })];
  for (const value of wrong) {
    map.set(lastWorkKey, value);
    expect(open().read()).toBeNull();
  }
});

test('the text comes back, whatever another version of the page has stored with it', () => {
  const { map, open } = browserWith(5_000_000);
  const newer = { ...work.shown, generation: { ...work.shown?.generation, report: { safe: 'short' } } };
  const changes = { safe: [1] };
  const textOnly = { ...work, shown: null, changes: {} };
  for (const [stored, read] of [
    [{ ...work, shown: newer }, textOnly],
    [{ ...work, changes }, textOnly],
    [
      { ...work, earlier: [{ ...work, shown: newer }, { content: 1 }, work] },
      { ...work, earlier: [textOnly, work] },
    ],
  ] as const) {
    map.set(lastWorkKey, JSON.stringify(stored));
    expect(open().read()).toEqual(read);
  }
});

test('a tab forgets what it has read or written, but not what another tab has written since', () => {
  const { map, open } = browserWith(5_000_000);
  const [one, other] = [open(), open()];
  one.write(work);
  other.write({ ...work, content: 'Newer.' });
  expect([one.isOfOther(), other.isOfOther()]).toEqual([true, false]);
  one.forgetOwn();
  expect(open().read()?.content).toBe('Newer.');
  one.read();
  one.forgetOwn();
  expect(map.size).toBe(0);
  expect(other.isOfOther()).toBe(false);
});
