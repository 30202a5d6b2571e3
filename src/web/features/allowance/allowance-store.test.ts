import { expect, test, vi } from 'vitest';

import type { Allowance } from '#contract/allowance.ts';

import { createAllowance } from './allowance-store.ts';

const open: Allowance = { leftToday: 12, budgetShare: 0.5, closedBy: null, reopensAt: null };
const closed: Allowance = {
  leftToday: 0,
  budgetShare: 0.5,
  closedBy: 'visitor-day-limit',
  reopensAt: 60_000,
};

function storeOf(...answers: (Allowance | Error)[]) {
  let clock = 10_000;
  const timers: { task: () => void; milliseconds: number }[] = [];
  const store = createAllowance({
    read: async () => {
      const answer = answers.shift() ?? new Error('No answer is left.');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    now: () => clock,
    setTimeout: (task, milliseconds) => timers.push({ task, milliseconds }),
  });
  return { store, timers, setClock: (time: number) => (clock = time) };
}

test('what the server tells is shown, and stands when it cannot be asked', async () => {
  const { store } = storeOf(open, new Error('offline'));
  expect(store.view()).toEqual({ allowance: null, toldAt: 0, writer: 'server' });
  const heard = vi.fn<() => void>();
  store.subscribe(heard);
  await store.refresh();
  await store.refresh();
  expect(store.view().allowance).toEqual(open);
  expect(heard).toHaveBeenCalledTimes(1);
});

test('the built-in writer writes until the model opens again, which is asked when it is said to', async () => {
  const { store, timers } = storeOf(closed, closed, open);
  await store.refresh();
  store.choose('built-in');
  await store.refresh();
  expect(store.view()).toEqual({ allowance: closed, toldAt: 10_000, writer: 'built-in' });
  expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([52_000]);
  timers[0]?.task();
  await vi.waitFor(() => expect(store.view()).toEqual({ allowance: open, toldAt: 10_000, writer: 'server' }));
});

test('a server that is away when it opens again, or a clock that is fast, has it asked once a minute', async () => {
  const { store, timers, setClock } = storeOf(closed, new Error('offline'), closed, open);
  await store.refresh();
  for (const time of [62_000, 122_000]) {
    setClock(time);
    timers.at(-1)?.task();
    await vi.waitFor(() => expect(timers.at(-1)?.milliseconds).toBe(60_000));
  }
  await vi.waitFor(() => expect(timers).toHaveLength(3));
  timers.at(-1)?.task();
  await vi.waitFor(() => expect(store.view().allowance).toEqual(open));
});

test('a choice of the built-in writer while the model is open stands until it is taken back', async () => {
  const { store } = storeOf(open, open);
  await store.refresh();
  store.choose('built-in');
  await store.refresh();
  expect(store.view().writer).toBe('built-in');
  store.choose('server');
  expect(store.view().writer).toBe('server');
});

test('an answer that comes after that of a later question is not taken', async () => {
  const waiting: ((answer: Allowance) => void)[] = [];
  const store = createAllowance({
    read: () => new Promise((resolve) => waiting.push(resolve)),
    now: () => 0,
    setTimeout: () => {},
  });
  const both = [store.refresh(), store.refresh()];
  waiting[1]?.(closed);
  waiting[0]?.(open);
  await Promise.all(both);
  expect(store.view().allowance).toEqual(closed);
});
