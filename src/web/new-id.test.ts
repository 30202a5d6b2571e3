import { expect, test } from 'vitest';

import { newId } from './new-id.ts';

test('ids are UUIDs of version 7 that begin with the time, and each sorts after the one before', () => {
  const before = Date.now();
  const ids = Array.from({ length: 1_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map((id) => id.slice(15))).size).toBe(1_000);
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
    const time = Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    // Others may have made some before.
    expect(time).toBeLessThanOrEqual(Date.now() + 60_000);
  }
});
