import { expect, test } from 'vitest';

import { createFairQueue, type FairQueue, type Owner } from './fair-queue.ts';

const neverAborted = new AbortController().signal;

/** Asks for a turn and records when it has come. The work goes on until `leave` is called. */
function ask(queue: FairQueue, owner: Owner, begun: string[], signal = neverAborted) {
  const place = queue.enter(owner);
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const turn = place.inTurn(() => {
    begun.push(owner.join(' '));
    return left;
  }, signal);
  // Many tests end before all turns have come. Those are refused later.
  turn.catch(() => undefined);
  return { ...place, turn, leave };
}

/** Resolves when all work that can begin has begun. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('an owner runs one piece of work at a time, and owners with much work wait for those with little', async () => {
  const queue = createFairQueue({ running: 2 });
  const begun: string[] = [];
  const greedy = [1, 2, 3, 4].map(() => ask(queue, ['a'], begun));
  const others = ['b', 'c', 'd'].map((name) => ask(queue, [name], begun));
  await settled();
  expect(begun).toEqual(['a', 'b']);
  greedy[0]?.leave();
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const { leave } of others.slice(0, 2)) leave();
  await settled();
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'a']);
});

test('both names of an owner count: neither many workspaces nor many addresses bring more turns', async () => {
  const queue = createFairQueue({ running: 3 });
  const begun: string[] = [];
  for (const owner of [
    ['address 1', 'workspace 1'],
    ['address 1', 'workspace 2'],
    ['address 2', 'workspace 1'],
    ['address 2', 'workspace 2'],
  ])
    ask(queue, owner, begun);
  await settled();
  expect(begun).toEqual(['address 1 workspace 1', 'address 2 workspace 2']);
});

test('an owner with too many places is refused until one is free, and others are not', () => {
  const queue = createFairQueue({ running: 1, placesEach: 2 });
  const [first] = [queue.enter(['a']), queue.enter(['a', 'b'])];
  const refused = expect.objectContaining({ code: 'rate-limited', retryAfterSeconds: 5 });
  expect(() => queue.enter(['a', 'c'])).toThrow(refused);
  queue.enter(['b']);
  first.giveUp();
  first.giveUp();
  queue.enter(['a']);
  expect(() => queue.enter(['a'])).toThrow(refused);
});

test('everybody is refused when too much work waits', async () => {
  const queue = createFairQueue({ running: 1, capacity: 2 });
  const begun: string[] = [];
  const late = queue.enter(['late']);
  for (const name of ['a', 'b', 'c']) ask(queue, [name], begun);
  const refused = expect.objectContaining({ code: 'server-busy', retryAfterSeconds: 5 });
  expect(() => queue.enter(['d'])).toThrow(refused);
  await expect(late.inTurn(() => settled(), neverAborted)).rejects.toThrow(refused);
});

test('work that ends while waiting is dropped, and an unused place is given up', async () => {
  const queue = createFairQueue({ running: 1, placesEach: 2 });
  const begun: string[] = [];
  const first = ask(queue, ['a'], begun);
  const leaving = new AbortController();
  const second = ask(queue, ['b'], begun, leaving.signal);
  ask(queue, ['c'], begun);
  const reason = new Error('left');
  leaving.abort(reason);
  await expect(second.turn).rejects.toThrow(reason);
  first.giveUp();
  await settled();
  expect(begun).toEqual(['a']);
  first.leave();
  await settled();
  expect(begun).toEqual(['a', 'c']);
  for (const _ of [1, 2, 3]) queue.enter(['d']).giveUp();
});

test('work whose turn does not come in time is refused, and later work is not', async () => {
  const queue = createFairQueue({ running: 1, timeout: 20 });
  const begun: string[] = [];
  const first = ask(queue, ['a'], begun);
  const second = ask(queue, ['b'], begun);
  const refused = expect.objectContaining({ code: 'server-busy', retryAfterSeconds: 5 });
  await expect(second.turn).rejects.toThrow(refused);
  first.leave();
  ask(queue, ['c'], begun);
  await settled();
  expect(begun).toEqual(['a', 'c']);
});
