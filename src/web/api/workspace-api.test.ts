import { expect, test } from 'vitest';

import { batchesOf } from './workspace-api.ts';

const bytesOf = (items: readonly unknown[]) =>
  new TextEncoder().encode(JSON.stringify({ links: items })).length;

test.each([
  ['letters', 'x'],
  ['signs of three bytes', '靴'],
  ['signs that JSON escapes', '\u0001'],
])('no request with many links of %s is larger than 900 KB', (_words, sign) => {
  const links = Array.from({ length: 1000 }, (_, index) => ({ id: String(index), url: sign.repeat(1200) }));
  const batches = [...batchesOf(links)];
  expect(batches.flat()).toEqual(links);
  expect(Math.max(...batches.map(bytesOf))).toBeLessThan(900_000);
  // Few requests are enough.
  expect(batches.length).toBeLessThanOrEqual(Math.ceil(bytesOf(links) / 700_000));
});

test('no request has more than a thousand links', () => {
  const links = Array.from({ length: 2500 }, (_, index) => index);
  expect([...batchesOf(links)].map((batch) => batch.length)).toEqual([1000, 1000, 500]);
});
