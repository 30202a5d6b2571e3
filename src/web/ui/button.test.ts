import { expect, test } from 'vitest';

import { tooltipPosition } from './button.tsx';

const view = { width: 400, height: 800 };
const bubble = { width: 200, height: 40 };

test('a tooltip is above the middle of its control', () => {
  expect(tooltipPosition({ top: 300, left: 150, width: 100, height: 40 }, bubble, view)).toEqual({
    top: 252,
    left: 100,
  });
});

test('a tooltip is below its control if there is no room above', () => {
  expect(tooltipPosition({ top: 10, left: 150, width: 100, height: 40 }, bubble, view).top).toBe(58);
});

test('a tooltip never leaves the window to either side', () => {
  expect(tooltipPosition({ top: 300, left: 380, width: 20, height: 20 }, bubble, view).left).toBe(192);
  expect(tooltipPosition({ top: 300, left: 0, width: 20, height: 20 }, bubble, view).left).toBe(8);
});
