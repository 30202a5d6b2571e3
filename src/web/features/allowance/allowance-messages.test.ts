import { expect, test } from 'vitest';

import { closedWords, leftWords, reopensWords } from './allowance-messages.ts';

const open = { leftToday: 12, budgetShare: 0.9, closedBy: null, reopensAt: null } as const;

test.each([
  [open, '12 generations left today'],
  [{ ...open, leftToday: 1 }, '1 generation left today'],
  [{ ...open, budgetShare: 0.349 }, '12 generations left today · 34 % of this site’s budget for today left'],
  [{ ...open, leftToday: null, budgetShare: 0.002 }, 'less than 1 % of this site’s budget for today left'],
  [{ ...open, leftToday: null }, null],
  [{ ...open, leftToday: null, budgetShare: null }, null],
  [{ ...open, closedBy: 'budget-spent' }, null],
] as const)('%j is told as: %s', (allowance, words) => {
  expect(leftWords(allowance)).toBe(words);
});

test('why the model is closed is told apart', () => {
  expect(closedWords(open)).toBeNull();
  expect(closedWords({ ...open, closedBy: 'budget-spent' })).toContain('of this site are used up');
  expect(closedWords({ ...open, closedBy: 'visitor-day-limit' })).toContain('You have used your');
});

test('midnight in London is told by the clock of the visitor', () => {
  const midnight = Date.UTC(2026, 10, 22);
  const noon = Date.UTC(2026, 10, 21, 12);
  expect(reopensWords(midnight, noon, 'Europe/Berlin')).toBe('tomorrow at 01:00');
  expect(reopensWords(midnight, noon, 'America/New_York')).toBe('today at 19:00');
  expect(reopensWords(midnight, noon, 'Asia/Kolkata')).toBe('tomorrow at 05:30');
  expect(reopensWords(midnight, noon)).toMatch(/^(?:today|tomorrow) at \d\d:\d\d$/);
});
