import { expect, test } from 'vitest';

import { tabAfterKey } from './version-tabs.tsx';

test.each([
  ['safe', 'ArrowRight', 'exploratory'],
  ['experimental', 'ArrowRight', 'safe'],
  ['safe', 'ArrowLeft', 'experimental'],
  ['exploratory', 'Home', 'safe'],
  ['exploratory', 'End', 'experimental'],
  ['safe', 'a', null],
] as const)('from %s, %s leads to %s', (current, key, next) => {
  expect(tabAfterKey(current, key)).toBe(next);
});
