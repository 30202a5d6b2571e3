import { expect, test } from 'vitest';

import { newId } from './new-id.ts';

test('ids are UUIDs of version 7 that begin with the time, and each sorts after the one before', () => {
  const before = Date.now();
  const timeOf = (id: string) => Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
  // Other tests may have made some in this worker.
  const first = timeOf(newId());
  const ids = Array.from({ length: 1_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map((id) => id.slice(15))).size).toBe(1_000);
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
    expect(timeOf(id)).toBeGreaterThanOrEqual(before);
    expect(timeOf(id)).toBeLessThanOrEqual(Math.max(first, Date.now()) + 1_000);
  }
});
