import { expect, test } from 'vitest';

import { readRetryAfter } from './retry-after.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
  [{}, null],
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': '2', 'retry-after-ms': '30' }, 30],
  [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:05 GMT' }, 5000],
  [{ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '-1 s' }, null],
  [{ 'retry-after-ms': 'x', 'retry-after': '1' }, 1000],
])('%j asks to wait %s ms', (headers, milliseconds) => {
  expect(readRetryAfter(headers, now)).toBe(milliseconds);
});
