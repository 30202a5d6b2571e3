import { expect, test } from 'vitest';

import { minutesAndSeconds } from './generation-view.tsx';

test.each([
  [0, '00:00'],
  [999, '00:00'],
  [61_000, '01:01'],
  [300_000, '05:00'],
  [3_600_000, '60:00'],
  [-5, '00:00'],
])('%i ms are %s', (milliseconds, words) => {
  expect(minutesAndSeconds(milliseconds)).toBe(words);
});
