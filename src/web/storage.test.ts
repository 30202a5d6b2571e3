import { expect, test } from 'vitest';

import { createSafeStorage } from './storage.ts';

test('blocked storage remembers for the visit, and is told of once', () => {
  const told: unknown[] = [];
  const storage = createSafeStorage(
    () => {
      throw new Error('blocked');
    },
    (failure) => told.push(failure),
  );
  expect(storage.read('a')).toBeNull();
  storage.write('a', '1');
  expect(storage.read('a')).toBe('1');
  expect(told).toHaveLength(1);
});
