import { expect, test } from 'vitest';

import { closedMessage, leftMessage, reopeningTime } from './allowance-line.tsx';

const open = { leftToday: 12, budgetShare: 0.9, closedBy: null, reopensAt: null } as const;

test.each([
  [open, '12 generations left today'],
  [{ ...open, leftToday: 1 }, '1 generation left today'],
  [{ ...open, budgetShare: 0.349 }, '12 generations left today · 34 % of this site’s budget for today left'],
  [{ ...open, leftToday: null, budgetShare: 0.002 }, 'less than 1 % of this site’s budget for today left'],
  [{ ...open, leftToday: null }, null],
  [{ ...open, leftToday: null, budgetShare: null }, null],
  [{ ...open, closedBy: 'budget-spent' }, null],
] as const)('%j has the message: %s', (allowance, words) => {
  expect(leftMessage(allowance)).toBe(words);
});

test('the message says why the model is closed', () => {
  expect(closedMessage(open)).toBeNull();
  expect(closedMessage({ ...open, closedBy: 'budget-spent' })).toContain('of this site are used up');
  expect(closedMessage({ ...open, closedBy: 'visitor-day-limit' })).toContain('You have used your');
});

test('midnight in London is shown in the time zone of the visitor', () => {
  const midnight = Date.UTC(2026, 10, 22);
  const noon = Date.UTC(2026, 10, 21, 12);
  expect(reopeningTime(midnight, noon, 'Europe/Berlin')).toBe('tomorrow at 01:00');
  expect(reopeningTime(midnight, noon, 'America/New_York')).toBe('today at 19:00');
  expect(reopeningTime(midnight, noon, 'Asia/Kolkata')).toBe('tomorrow at 05:30');
  expect(reopeningTime(midnight, noon)).toMatch(/^(?:today|tomorrow) at \d\d:\d\d$/);
});
