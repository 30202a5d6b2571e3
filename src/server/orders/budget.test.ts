import { expect, test } from 'vitest';

import { dayLength, dayOf } from '#server/lib/visitors-and-days.ts';
import { countStarted, describeOrderStores, orderOf, settlementOf, start } from './test-order-store.ts';

const budget = { unit: 'usd', perDay: 1000 } as const;

describeOrderStores('the budget of a day', (stores) => {
  const sumsOf = async (time = stores.clock) => {
    const rows = await stores
      .database()
      .query.selectFrom('budgets')
      .select(['unit', 'spent', 'reserved'])
      .where('day', '=', dayOf(time))
      .execute();
    return rows;
  };

  test('reserves the worst case of running orders, and then counts what they spent', async () => {
    const store = stores.open({ budget });
    const first = await start(store, { worstCase: 400 });
    await start(store, { worstCase: 599.5 });
    expect(await sumsOf()).toEqual([{ unit: 'usd', spent: 0, reserved: 1000 }]);
    expect(await store.left(null)).toMatchObject({ budgetLeft: 0, closedBy: null });
    await expect(store.open(orderOf({ worstCase: 1 }))).rejects.toMatchObject({
      code: 'budget-spent',
      retryAfterSeconds: 60,
      message: expect.stringContaining('reserved for generations that are running'),
    });
    await store.settle(first, settlementOf(12.2));
    expect(await sumsOf()).toEqual([{ unit: 'usd', spent: 13, reserved: 600 }]);
    expect(await store.left(null)).toMatchObject({ budgetLeft: 387 });
    await start(store, { worstCase: 387 });
    await expect(store.open(orderOf({ worstCase: 1 }))).rejects.toMatchObject({ code: 'budget-spent' });
  });

  test('says when it reopens once it is spent, and starts again at midnight in UTC', async () => {
    const store = stores.open({ budget });
    await store.settle(await start(store, { worstCase: 1000 }), settlementOf(900));
    await start(store, { worstCase: 100 });
    await expect(store.open(orderOf({ worstCase: 101 }))).rejects.toMatchObject({
      code: 'budget-spent',
      retryAfterSeconds: 12 * 3600,
      message:
        'Today’s free generations are used up. There are new ones at 00:00 UTC, in 12 hours. Until then, you can use your own key or the built-in writer.',
    });
    const midnight = (dayOf(stores.clock) + 1) * dayLength;
    expect(await store.left(null, 101)).toMatchObject({ closedBy: 'budget-spent', reopensAt: midnight });
    expect(await store.left(null, 100)).toMatchObject({ closedBy: null, reopensAt: null });
    stores.clock = midnight;
    expect(await store.left(null, 1000)).toMatchObject({ budgetLeft: 1000, closedBy: null });
    await start(store, { worstCase: 1000 });
  });

  test('refuses an order that costs more than the whole budget, with its own message', async () => {
    const store = stores.open({ budget });
    await expect(store.open(orderOf({ worstCase: 1001 }))).rejects.toMatchObject({
      code: 'budget-spent',
      message: expect.stringContaining('shorten your content'),
    });
  });

  test('an order that ends after midnight is charged to the day in which it began', async () => {
    const store = stores.open({ budget });
    stores.clock = (dayOf(stores.clock) + 1) * dayLength - 1;
    const yesterday = stores.clock;
    const id = await start(store, { worstCase: 300 });
    stores.clock += 30_000;
    await start(store, { worstCase: 1000 });
    await store.settle(id, settlementOf(250));
    expect(await sumsOf(yesterday)).toEqual([{ unit: 'usd', spent: 250, reserved: 0 }]);
    expect(await sumsOf()).toEqual([{ unit: 'usd', spent: 0, reserved: 1000 }]);
  });

  test('a repeated settlement changes nothing', async () => {
    const store = stores.open({ budget });
    const id = await start(store, { worstCase: 300 });
    await Promise.all([store.settle(id, settlementOf(10)), store.settle(id, settlementOf(20))]);
    await store.settle(id, settlementOf(30));
    expect(await sumsOf()).toEqual([{ unit: 'usd', spent: 10, reserved: 0 }]);
  });

  test('costs beyond the worst case are counted too', async () => {
    const store = stores.open({ budget });
    await store.settle(await start(store, { worstCase: 900 }), settlementOf(1100));
    expect(await store.left(null)).toMatchObject({ budgetLeft: 0, closedBy: 'budget-spent' });
    await expect(store.open(orderOf({ worstCase: 1 }))).rejects.toMatchObject({ code: 'budget-spent' });
  });

  test('a new store continues with the sums of the last one, separately for each unit', async () => {
    const before = stores.open({ budget });
    await before.settle(await start(before, { worstCase: 500 }), settlementOf(500));
    await start(before, { worstCase: 400 });
    await before.close();
    const after = stores.open({ budget });
    expect(await after.left(null)).toMatchObject({ budgetLeft: 100 });
    await expect(after.open(orderOf({ worstCase: 101 }))).rejects.toMatchObject({ code: 'budget-spent' });
    const inTokens = stores.open({ budget: { unit: 'tokens', perDay: 5000 } });
    expect(await inTokens.left(null)).toMatchObject({ budgetLeft: 5000 });
  });

  test('orders at several stores at once are accepted up to the last unit and not beyond', async () => {
    const servers = [stores.open({ budget }), stores.open({ budget }), stores.open({ budget })];
    expect(await countStarted(servers, 20, { worstCase: 30 })).toBe(33);
    expect(await sumsOf()).toEqual([{ unit: 'usd', spent: 0, reserved: 990 }]);
  });
});
