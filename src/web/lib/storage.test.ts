import { expect, test } from 'vitest';

import { createSafeStorage } from './storage.ts';

test('if storage is blocked, values last for the visit, and the failure is reported once', () => {
  const reported: unknown[] = [];
  const storage = createSafeStorage(
    () => {
      throw new Error('blocked');
    },
    (failure) => reported.push(failure),
  );
  expect(storage.read('a')).toBeNull();
  storage.write('a', '1');
  expect(storage.read('a')).toBe('1');
  expect(reported).toHaveLength(1);
});

test('full storage returns the last written value, not the stored one, until it has room again', () => {
  const kept = new Map([['a', 'old']]);
  let isFull = true;
  const reported: unknown[] = [];
  const find = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('Full.', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  });
  const storage = createSafeStorage(find, (failure) => reported.push(failure));
  storage.write('a', 'new');
  storage.write('b', 'new');
  expect([storage.read('a'), storage.read('b')]).toEqual(['new', 'new']);
  expect(reported).toHaveLength(1);
  storage.remove('b');
  expect(storage.read('b')).toBeNull();
  isFull = false;
  storage.write('a', 'newer');
  // Another tab writes this value.
  kept.set('a', 'newest');
  expect(storage.read('a')).toBe('newest');
});
