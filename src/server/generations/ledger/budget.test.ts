import { expect, test } from 'vitest';

import { dayLength, dayOf } from '#server/lib/visitors-and-days.ts';
import { countTaken, describeLedgers, orderOf, settlementOf, start } from './test-ledger.ts';

const budget = { unit: 'usd', perDay: 1000 } as const;

describeLedgers('the budget of a day', (ledgers) => {
  const sumsOf = async (time = ledgers.clock) => {
    const rows = await ledgers
      .database()
      .query.selectFrom('ledger_budgets')
      .select(['unit', 'spent', 'reserved'])
      .where('day', '=', dayOf(time))
      .execute();
    return rows;
  };

  test('reserves the worst case of running orders, and then counts what they spent', async () => {
    const ledger = ledgers.ledger({ budget });
    const first = await start(ledger, { worstCase: 400 });
    await start(ledger, { worstCase: 599.5 });
    expect(await sumsOf()).toEqual([{ unit: 'usd', spent: 0, reserved: 1000 }]);
    expect(await ledger.left(null)).toMatchObject({ budgetLeft: 0, closedBy: null });
    await expect(ledger.open(orderOf({ worstCase: 1 }))).rejects.toMatchObject({
      code: 'budget-spent',
      retryAfterSeconds: 60,
      message: expect.stringContaining('held by generations that are running'),
    });
    await ledger.settle(first, settlementOf(12.2));
    expect(await sumsOf()).toEqual([{ unit: 'usd', spent: 13, reserved: 600 }]);
    expect(await ledger.left(null)).toMatchObject({ budgetLeft: 387 });
    await start(ledger, { worstCase: 387 });
    await expect(ledger.open(orderOf({ worstCase: 1 }))).rejects.toMatchObject({ code: 'budget-spent' });
  });

  test('says when it reopens once it is spent, and starts again at midnight in UTC', async () => {
    const ledger = ledgers.ledger({ budget });
    await ledger.settle(await start(ledger, { worstCase: 1000 }), settlementOf(900));
    await start(ledger, { worstCase: 100 });
    await expect(ledger.open(orderOf({ worstCase: 101 }))).rejects.toMatchObject({
      code: 'budget-spent',
      retryAfterSeconds: 12 * 3600,
      message:
        'Today’s free generations are used up. They reopen at 00:00 UTC, in 12 hours. Until then you can use your own key or the built-in writer.',
    });
    const midnight = (dayOf(ledgers.clock) + 1) * dayLength;
    expect(await ledger.left(null, 101)).toMatchObject({ closedBy: 'budget-spent', reopensAt: midnight });
    expect(await ledger.left(null, 100)).toMatchObject({ closedBy: null, reopensAt: null });
    ledgers.clock = midnight;
    expect(await ledger.left(null, 1000)).toMatchObject({ budgetLeft: 1000, closedBy: null });
    await start(ledger, { worstCase: 1000 });
  });

  test('refuses an order that costs more than the whole budget, with its own message', async () => {
    const ledger = ledgers.ledger({ budget });
    await expect(ledger.open(orderOf({ worstCase: 1001 }))).rejects.toMatchObject({
      code: 'budget-spent',
      message: expect.stringContaining('shorten your content'),
    });
  });

  test('an order that ends after midnight is charged to the day in which it began', async () => {
    const ledger = ledgers.ledger({ budget });
    ledgers.clock = (dayOf(ledgers.clock) + 1) * dayLength - 1;
    const yesterday = ledgers.clock;
    const id = await start(ledger, { worstCase: 300 });
    ledgers.clock += 30_000;
    await start(ledger, { worstCase: 1000 });
    await ledger.settle(id, settlementOf(250));
    expect(await sumsOf(yesterday)).toEqual([{ unit: 'usd', spent: 250, reserved: 0 }]);
    expect(await sumsOf()).toEqual([{ unit: 'usd', spent: 0, reserved: 1000 }]);
  });

  test('a repeated settlement changes nothing', async () => {
    const ledger = ledgers.ledger({ budget });
    const id = await start(ledger, { worstCase: 300 });
    await Promise.all([ledger.settle(id, settlementOf(10)), ledger.settle(id, settlementOf(20))]);
    await ledger.settle(id, settlementOf(30));
    expect(await sumsOf()).toEqual([{ unit: 'usd', spent: 10, reserved: 0 }]);
  });

  test('costs beyond the worst case are counted too', async () => {
    const ledger = ledgers.ledger({ budget });
    await ledger.settle(await start(ledger, { worstCase: 900 }), settlementOf(1100));
    expect(await ledger.left(null)).toMatchObject({ budgetLeft: 0, closedBy: 'budget-spent' });
    await expect(ledger.open(orderOf({ worstCase: 1 }))).rejects.toMatchObject({ code: 'budget-spent' });
  });

  test('a new ledger continues with the sums of the last one, separately for each unit', async () => {
    const before = ledgers.ledger({ budget });
    await before.settle(await start(before, { worstCase: 500 }), settlementOf(500));
    await start(before, { worstCase: 400 });
    await before.close();
    const after = ledgers.ledger({ budget });
    expect(await after.left(null)).toMatchObject({ budgetLeft: 100 });
    await expect(after.open(orderOf({ worstCase: 101 }))).rejects.toMatchObject({ code: 'budget-spent' });
    const inTokens = ledgers.ledger({ budget: { unit: 'tokens', perDay: 5000 } });
    expect(await inTokens.left(null)).toMatchObject({ budgetLeft: 5000 });
  });

  test('orders at several ledgers at once are accepted up to the last unit and not beyond', async () => {
    const servers = [ledgers.ledger({ budget }), ledgers.ledger({ budget }), ledgers.ledger({ budget })];
    expect(await countTaken(servers, 20, { worstCase: 30 })).toBe(33);
    expect(await sumsOf()).toEqual([{ unit: 'usd', spent: 0, reserved: 990 }]);
  });
});
