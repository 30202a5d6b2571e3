import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Allowance } from '#contract/visitor.ts';

import { closedMessage, createAllowanceStore, leftMessage, reopeningTime } from './allowance.tsx';

const open: Allowance = { leftToday: 12, budgetShare: 0.5, closedBy: null, reopensAt: null };
const closed: Allowance = {
  leftToday: 0,
  budgetShare: 0.5,
  closedBy: 'visitor-day-limit',
  reopensAt: 60_000,
};

beforeEach(() => void vi.useFakeTimers({ now: 10_000 }));
afterEach(() => void vi.useRealTimers());

function storeOf(...answers: (Allowance | Error)[]) {
  return createAllowanceStore(async () => {
    const answer = answers.shift() ?? new Error('No answer is left.');
    if (answer instanceof Error) throw answer;
    return answer;
  });
}

test('the answer of the server is shown, and stays when the server cannot be reached', async () => {
  const store = storeOf(open, new Error('offline'));
  expect(store.get()).toEqual({ allowance: null, readAt: 0, writer: 'server' });
  const heard = vi.fn<() => void>();
  store.subscribe(heard);
  await store.refresh();
  await store.refresh();
  expect(store.get().allowance).toEqual(open);
  expect(heard).toHaveBeenCalledTimes(1);
});

test('the built-in writer writes until the model opens again; the page asks at the announced time', async () => {
  const store = storeOf(closed, closed, open);
  await store.refresh();
  store.choose('built-in');
  await store.refresh();
  expect(store.get()).toEqual({ allowance: closed, readAt: 10_000, writer: 'built-in' });
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(51_999);
  expect(store.get().writer).toBe('built-in');
  await vi.advanceTimersByTimeAsync(1);
  expect(store.get()).toEqual({ allowance: open, readAt: 62_000, writer: 'server' });
});

test('with an unreachable server or a fast clock, the page asks the server once a minute', async () => {
  const store = storeOf(closed, new Error('offline'), closed, open);
  await store.refresh();
  await vi.advanceTimersByTimeAsync(52_000 + 119_999);
  expect(vi.getTimerCount()).toBe(1);
  expect(store.get()).toMatchObject({ allowance: closed, readAt: 122_000 });
  await vi.advanceTimersByTimeAsync(1);
  expect(store.get()).toMatchObject({ allowance: open, readAt: 182_000 });
  expect(vi.getTimerCount()).toBe(0);
});

test('a choice of the built-in writer while the model is open lasts until the user changes it', async () => {
  const store = storeOf(open, open);
  await store.refresh();
  store.choose('built-in');
  await store.refresh();
  expect(store.get().writer).toBe('built-in');
  store.choose('server');
  expect(store.get().writer).toBe('server');
});

test('the answer to an earlier request is ignored if it comes later', async () => {
  const waiting: ((answer: Allowance) => void)[] = [];
  const store = createAllowanceStore(() => new Promise((resolve) => waiting.push(resolve)));
  const both = [store.refresh(), store.refresh()];
  waiting[1]?.(closed);
  waiting[0]?.(open);
  await Promise.all(both);
  expect(store.get().allowance).toEqual(closed);
});

const wide = { leftToday: 12, budgetShare: 0.9, closedBy: null, reopensAt: null } as const;

test.each([
  [wide, '12 generations left today'],
  [{ ...wide, leftToday: 1 }, '1 generation left today'],
  [{ ...wide, budgetShare: 0.349 }, '12 generations left today · 34% of today’s budget left'],
  [{ ...wide, leftToday: null, budgetShare: 0.002 }, 'less than 1% of today’s budget left'],
  [{ ...wide, leftToday: null }, null],
  [{ ...wide, leftToday: null, budgetShare: null }, null],
  [{ ...wide, closedBy: 'budget-spent' }, null],
] as const)('%j has the message: %s', (allowance, words) => {
  expect(leftMessage(allowance)).toBe(words);
});

test('the message says why the model is closed', () => {
  expect(closedMessage(wide)).toBeNull();
  expect(closedMessage({ ...wide, closedBy: 'budget-spent' })).toContain(
    'free generations for today are used up',
  );
  expect(closedMessage({ ...wide, closedBy: 'visitor-day-limit' })).toContain('You have used your');
});

test('midnight in London is shown in the time zone of the visitor', () => {
  const midnight = Date.UTC(2026, 10, 22);
  const noon = Date.UTC(2026, 10, 21, 12);
  expect(reopeningTime(midnight, noon, 'Europe/Berlin')).toBe('tomorrow at 01:00');
  expect(reopeningTime(midnight, noon, 'America/New_York')).toBe('today at 19:00');
  expect(reopeningTime(midnight, noon, 'Asia/Kolkata')).toBe('tomorrow at 05:30');
  expect(reopeningTime(midnight, noon)).toMatch(/^(?:today|tomorrow) at \d\d:\d\d$/);
});
