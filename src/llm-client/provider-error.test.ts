import { expect, test } from 'vitest';

import { readRetryAfter } from './provider-error.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
  [{}, null],
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': '2', 'retry-after-ms': '30' }, 30],
  [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:05 GMT' }, 5000],
  [{ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, null],
  [{ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, null],
  [{ 'retry-after': '9'.repeat(400) }, null],
  [{ 'retry-after': '-1' }, null],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '-1 s' }, null],
  [{ 'retry-after-ms': 'x', 'retry-after': '1' }, 1000],
])('%j asks to wait %s ms', (headers, milliseconds) => {
  const known = new Map(Object.entries(headers));
  expect(readRetryAfter((name) => known.get(name) ?? null, now)).toBe(milliseconds);
});
