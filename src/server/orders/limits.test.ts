import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import type { ProblemError } from '#core/errors/problem-messages.ts';

import { dayLength, dayOf, minute } from '#server/lib/visitors-and-days.ts';
import { WorkspaceBusyError } from './budget.ts';
import {
  countStarted,
  describeOrderStores,
  noLimits,
  orderOf,
  settlementOf,
  start,
} from './test-order-store.ts';

describeOrderStores('limits of visitors and workspaces', (stores) => {
  const storeWith = (limits: Partial<typeof noLimits> | { [name: string]: number }) =>
    stores.open({ limits: { ...noLimits, ...limits } });

  const rowsOf = async () => {
    const rows = await stores
      .database()
      .query.selectFrom('orders')
      .selectAll()
      .where('day', '=', dayOf(stores.clock))
      .execute();
    return rows;
  };

  test('a visitor starts the allowed number of orders in sixty seconds, and is told when the next one may follow', async () => {
    const store = storeWith({ perMinute: 3 });
    await start(store);
    stores.clock += 20_000;
    await start(store);
    await start(store);
    stores.clock += 10_500;
    await expect(store.open(orderOf())).rejects.toMatchObject({
      code: 'visitor-minute-limit',
      retryAfterSeconds: 30,
      message: 'This site allows 3 generations a minute. Please try again in 30 seconds.',
    });
    await start(store, { visitor: '192.0.2.2' });
    stores.clock += 29_500;
    await start(store);
    await expect(store.open(orderOf())).rejects.toMatchObject({ retryAfterSeconds: 20 });
  });

  test('a refused order does not count', async () => {
    const store = storeWith({ perMinute: 1 });
    await start(store);
    for (let second = 0; second < 59; second += 10) {
      stores.clock += 9000;
      await expect(store.open(orderOf())).rejects.toMatchObject({ code: 'visitor-minute-limit' });
    }
    stores.clock += 6000;
    await start(store);
  });

  test('a visitor starts the allowed number of orders a day, and the next day begins at midnight in UTC', async () => {
    const store = storeWith({ perDay: 3 });
    for (let count = 0; count < 3; count += 1) {
      expect(await store.left('192.0.2.1')).toMatchObject({ leftToday: 3 - count, closedBy: null });
      await store.settle(await start(store), settlementOf(1));
      stores.clock += 5 * minute;
    }
    const refused = await store.open(orderOf()).catch((error: ProblemError) => error);
    expect(refused).toMatchObject({
      code: 'visitor-day-limit',
      retryAfterSeconds: 11 * 3600 + 45 * 60,
      message: expect.stringMatching(
        /^Your 3 free generations for today are used up\. You get new ones at 00:00 UTC, in 11 hours 45 minutes\./,
      ),
    });
    const midnight = (dayOf(stores.clock) + 1) * dayLength;
    expect(await store.left('192.0.2.1')).toEqual({
      leftToday: 0,
      budgetLeft: null,
      closedBy: 'visitor-day-limit',
      reopensAt: midnight,
    });
    expect(await store.left('192.0.2.9')).toMatchObject({ leftToday: 3, closedBy: null });
    stores.clock = midnight - 1;
    await expect(store.open(orderOf())).rejects.toMatchObject({ retryAfterSeconds: 1 });
    stores.clock = midnight;
    expect(await store.left('192.0.2.1')).toMatchObject({ leftToday: 3, closedBy: null, reopensAt: null });
    await start(store);
  });

  test('an order that used nothing does not count against the day, but against the minute', async () => {
    const store = storeWith({ perDay: 1, perMinute: 1 });
    await store.settle(await start(store), settlementOf(0, { isCounted: false, state: 'failed' }));
    await expect(store.open(orderOf())).rejects.toMatchObject({ code: 'visitor-minute-limit' });
    stores.clock += minute;
    await store.settle(await start(store), settlementOf(0, { state: 'failed' }));
    stores.clock += minute;
    await expect(store.open(orderOf())).rejects.toMatchObject({ code: 'visitor-day-limit' });
  });

  test('a workspace has at most the allowed number of running orders', async () => {
    const store = storeWith({ runningPerWorkspace: 2 });
    const workspace = randomUUID();
    const first = await start(store, { workspace });
    await start(store, { workspace, isPaid: false });
    await expect(store.open(orderOf({ workspace }))).rejects.toMatchObject({ code: 'workspace-running' });
    await expect(store.open(orderOf({ workspace, isPaid: false }))).rejects.toMatchObject({
      code: 'workspace-running',
    });
    await start(store);
    await store.settle(first, settlementOf(1, { state: 'stopped' }));
    await start(store, { workspace });
  });

  test('a full workspace is the reason of a refusal only if the end of its order could change it', async () => {
    const store = stores.open({
      limits: { perMinute: 9, perDay: 6, runningPerWorkspace: 1 },
      budget: { unit: 'usd', perDay: 100 },
    });
    const workspace = randomUUID();
    const refusal = async (worstCase: number, visitor = '192.0.2.1') => {
      const order = orderOf({ workspace, worstCase, visitor });
      const refused = await store.open(order).catch((error: ProblemError) => error);
      if (refused instanceof WorkspaceBusyError) return 'no place';
      return 'code' in refused ? refused.code : refused.kind;
    };
    const checked = () => store.check({ workspace, visitor: '192.0.2.1' });
    await store.settle(await start(store, { worstCase: 40 }), settlementOf(40));
    const other = await start(store, { worstCase: 10 });
    const running = await start(store, { workspace, worstCase: 30 });
    expect([await refusal(1), await refusal(50), await refusal(51)]).toEqual([
      'no place',
      'no place',
      'budget-spent',
    ]);
    await expect(checked()).rejects.toBeInstanceOf(WorkspaceBusyError);
    for (let count = 0; count < 3; count += 1) await start(store);
    // The running order may turn out not to count, but its end is not asked for.
    expect([await refusal(1), await refusal(1, '192.0.2.2')]).toEqual(['workspace-running', 'no place']);
    await expect(checked()).rejects.not.toBeInstanceOf(WorkspaceBusyError);
    stores.clock += minute;
    await store.settle(other, settlementOf(0, { isCounted: false, state: 'failed' }));
    await store.settle(running, settlementOf(2, { state: 'stopped' }));
    expect(await refusal(59)).toBe('budget-spent');
    expect(await refusal(58)).toBe('started');
  });

  test('the limit of a minute comes before the limit of a workspace', async () => {
    const store = storeWith({ perMinute: 1, runningPerWorkspace: 1 });
    const workspace = randomUUID();
    await start(store, { workspace });
    await expect(store.open(orderOf({ workspace }))).rejects.toMatchObject({ code: 'visitor-minute-limit' });
    await expect(store.open(orderOf({ workspace, isPaid: false }))).rejects.toMatchObject({
      code: 'workspace-running',
    });
  });

  test('the built-in writer counts against no visitor and no budget', async () => {
    const store = stores.open({
      limits: { perMinute: 1, perDay: 1, runningPerWorkspace: 1 },
      budget: { unit: 'usd', perDay: 10 },
    });
    for (let count = 0; count < 5; count += 1)
      await store.settle(await start(store, { isPaid: false, worstCase: 100 }), settlementOf(0));
    expect(await store.left('192.0.2.1')).toMatchObject({ leftToday: 1, budgetLeft: 10 });
    await start(store);
  });

  test('an order without any limit is not written', async () => {
    await stores.open().settle(await start(stores.open()), settlementOf(5));
    await start(storeWith({ perMinute: 1, perDay: 1 }), { isPaid: false });
    await start(stores.open({ budget: { unit: 'tokens', perDay: 1 } }), { isPaid: false });
    expect(await rowsOf()).toEqual([]);
    expect(await stores.open().left('192.0.2.1')).toEqual({
      leftToday: null,
      budgetLeft: null,
      closedBy: null,
      reopensAt: null,
    });
  });

  test('the database has a visitor only as a hash, which is different each day', async () => {
    const store = storeWith({ perDay: 5 });
    await start(store);
    await start(store);
    const [first, second] = await rowsOf();
    stores.clock += dayLength;
    await start(storeWith({ perDay: 5 }));
    const [next] = await rowsOf();
    expect(first?.visitor_hash).toMatch(/^[\w-]{43}$/);
    expect(second?.visitor_hash).toBe(first?.visitor_hash);
    expect(next?.visitor_hash).toMatch(/^[\w-]{43}$/);
    expect(next?.visitor_hash).not.toBe(first?.visitor_hash);
    expect(JSON.stringify([first, next])).not.toContain('192.0.2.1');
  });

  test('two stores with many orders at once keep the limits together', async () => {
    const limits = { perMinute: 7, perDay: null, runningPerWorkspace: null };
    expect(await countStarted([stores.open({ limits }), stores.open({ limits })], 20)).toBe(7);
  });
});
