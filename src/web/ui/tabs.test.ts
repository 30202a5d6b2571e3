import { expect, test } from 'vitest';

import { tabAfterKey } from './tabs.tsx';

const tabs = ['safe', 'exploratory', 'experimental'];

test.each([
  ['safe', 'ArrowRight', 'exploratory'],
  ['experimental', 'ArrowRight', 'safe'],
  ['safe', 'ArrowLeft', 'experimental'],
  ['exploratory', 'Home', 'safe'],
  ['exploratory', 'End', 'experimental'],
  ['safe', 'a', null],
])('from %s, %s leads to %s', (current, key, next) => {
  expect(tabAfterKey(tabs, current, key)).toBe(next);
});
