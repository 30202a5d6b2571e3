import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import type { ProblemError } from '#core/errors/problem-messages.ts';

import { dayLength, dayOf, minute } from '#server/lib/visitors-and-days.ts';
import { WorkspaceBusyError } from './rules.ts';
import { countTaken, describeLedgers, noLimits, orderOf, settlementOf, start } from './test-ledger.ts';

describeLedgers('limits of visitors and workspaces', (ledgers) => {
  const ledgerWith = (limits: Partial<typeof noLimits> | { [name: string]: number }) =>
    ledgers.ledger({ limits: { ...noLimits, ...limits } });

  const rowsOf = async () => {
    const rows = await ledgers
      .database()
      .query.selectFrom('ledger_orders')
      .selectAll()
      .where('day', '=', dayOf(ledgers.clock))
      .execute();
    return rows;
  };

  test('a visitor starts the allowed number of orders in sixty seconds, and is told when the next one may follow', async () => {
    const ledger = ledgerWith({ perMinute: 3 });
    await start(ledger);
    ledgers.clock += 20_000;
    await start(ledger);
    await start(ledger);
    ledgers.clock += 10_500;
    await expect(ledger.open(orderOf())).rejects.toMatchObject({
      code: 'visitor-minute-limit',
      retryAfterSeconds: 30,
      message: 'This site allows you 3 generations a minute. The next one is possible in 30 seconds.',
    });
    await start(ledger, { visitor: '192.0.2.2' });
    ledgers.clock += 29_500;
    await start(ledger);
    await expect(ledger.open(orderOf())).rejects.toMatchObject({ retryAfterSeconds: 20 });
  });

  test('a refused order does not count', async () => {
    const ledger = ledgerWith({ perMinute: 1 });
    await start(ledger);
    for (let second = 0; second < 59; second += 10) {
      ledgers.clock += 9000;
      await expect(ledger.open(orderOf())).rejects.toMatchObject({ code: 'visitor-minute-limit' });
    }
    ledgers.clock += 6000;
    await start(ledger);
  });

  test('a visitor starts the allowed number of orders a day, and the next day begins at midnight in UTC', async () => {
    const ledger = ledgerWith({ perDay: 3 });
    for (let count = 0; count < 3; count += 1) {
      expect(await ledger.left('192.0.2.1')).toMatchObject({ leftToday: 3 - count, closedBy: null });
      await ledger.settle(await start(ledger), settlementOf(1));
      ledgers.clock += 5 * minute;
    }
    const refused = await ledger.open(orderOf()).catch((error: ProblemError) => error);
    expect(refused).toMatchObject({
      code: 'visitor-day-limit',
      retryAfterSeconds: 11 * 3600 + 45 * 60,
      message: expect.stringMatching(
        /^Your 3 free generations for today are used up\. A new day begins at 00:00 UTC, in 11 hours 45 minutes\./,
      ),
    });
    const midnight = (dayOf(ledgers.clock) + 1) * dayLength;
    expect(await ledger.left('192.0.2.1')).toEqual({
      leftToday: 0,
      budgetLeft: null,
      closedBy: 'visitor-day-limit',
      reopensAt: midnight,
    });
    expect(await ledger.left('192.0.2.9')).toMatchObject({ leftToday: 3, closedBy: null });
    ledgers.clock = midnight - 1;
    await expect(ledger.open(orderOf())).rejects.toMatchObject({ retryAfterSeconds: 1 });
    ledgers.clock = midnight;
    expect(await ledger.left('192.0.2.1')).toMatchObject({ leftToday: 3, closedBy: null, reopensAt: null });
    await start(ledger);
  });

  test('an order that used nothing does not count against the day, but against the minute', async () => {
    const ledger = ledgerWith({ perDay: 1, perMinute: 1 });
    await ledger.settle(await start(ledger), settlementOf(0, { isCounted: false, state: 'failed' }));
    await expect(ledger.open(orderOf())).rejects.toMatchObject({ code: 'visitor-minute-limit' });
    ledgers.clock += minute;
    await ledger.settle(await start(ledger), settlementOf(0, { state: 'failed' }));
    ledgers.clock += minute;
    await expect(ledger.open(orderOf())).rejects.toMatchObject({ code: 'visitor-day-limit' });
  });

  test('a workspace has at most the allowed number of running orders', async () => {
    const ledger = ledgerWith({ runningPerWorkspace: 2 });
    const workspace = randomUUID();
    const first = await start(ledger, { workspace });
    await start(ledger, { workspace, isPaid: false });
    await expect(ledger.open(orderOf({ workspace }))).rejects.toMatchObject({ code: 'workspace-running' });
    await expect(ledger.open(orderOf({ workspace, isPaid: false }))).rejects.toMatchObject({
      code: 'workspace-running',
    });
    await start(ledger);
    await ledger.settle(first, settlementOf(1, { state: 'stopped' }));
    await start(ledger, { workspace });
  });

  test('a full workspace is the reason of a refusal only if the end of its order could change it', async () => {
    const ledger = ledgers.ledger({
      limits: { perMinute: 9, perDay: 6, runningPerWorkspace: 1 },
      budget: { unit: 'usd', perDay: 100 },
    });
    const workspace = randomUUID();
    const refusal = async (worstCase: number, visitor = '192.0.2.1') => {
      const order = orderOf({ workspace, worstCase, visitor });
      const refused = await ledger.open(order).catch((error: ProblemError) => error);
      if (refused instanceof WorkspaceBusyError) return 'no place';
      return 'code' in refused ? refused.code : refused.kind;
    };
    const checked = () => ledger.check({ workspace, visitor: '192.0.2.1', key: null });
    await ledger.settle(await start(ledger, { worstCase: 40 }), settlementOf(40));
    const other = await start(ledger, { worstCase: 10 });
    const running = await start(ledger, { workspace, worstCase: 30 });
    expect([await refusal(1), await refusal(50), await refusal(51)]).toEqual([
      'no place',
      'no place',
      'budget-spent',
    ]);
    await expect(checked()).rejects.toBeInstanceOf(WorkspaceBusyError);
    for (let count = 0; count < 3; count += 1) await start(ledger);
    // The running order may turn out not to count, but its end is not asked for.
    expect([await refusal(1), await refusal(1, '192.0.2.2')]).toEqual(['workspace-running', 'no place']);
    await expect(checked()).rejects.not.toBeInstanceOf(WorkspaceBusyError);
    ledgers.clock += minute;
    await ledger.settle(other, settlementOf(0, { isCounted: false, state: 'failed' }));
    await ledger.settle(running, settlementOf(2, { state: 'stopped' }));
    expect(await refusal(59)).toBe('budget-spent');
    expect(await refusal(58)).toBe('started');
  });

  test('the limit of a minute comes before the limit of a workspace', async () => {
    const ledger = ledgerWith({ perMinute: 1, runningPerWorkspace: 1 });
    const workspace = randomUUID();
    await start(ledger, { workspace });
    await expect(ledger.open(orderOf({ workspace }))).rejects.toMatchObject({ code: 'visitor-minute-limit' });
    await expect(ledger.open(orderOf({ workspace, isPaid: false }))).rejects.toMatchObject({
      code: 'workspace-running',
    });
  });

  test('the built-in writer counts against no visitor and no budget', async () => {
    const ledger = ledgers.ledger({
      limits: { perMinute: 1, perDay: 1, runningPerWorkspace: 1 },
      budget: { unit: 'usd', perDay: 10 },
    });
    for (let count = 0; count < 5; count += 1)
      await ledger.settle(await start(ledger, { isPaid: false, worstCase: 100 }), settlementOf(0));
    expect(await ledger.left('192.0.2.1')).toMatchObject({ leftToday: 1, budgetLeft: 10 });
    await start(ledger);
  });

  test('an order without any limit is not written', async () => {
    await ledgers.ledger().settle(await start(ledgers.ledger()), settlementOf(5));
    await start(ledgerWith({ perMinute: 1, perDay: 1 }), { isPaid: false });
    await start(ledgers.ledger({ budget: { unit: 'tokens', perDay: 1 } }), { isPaid: false });
    expect(await rowsOf()).toEqual([]);
    expect(await ledgers.ledger().left('192.0.2.1')).toEqual({
      leftToday: null,
      budgetLeft: null,
      closedBy: null,
      reopensAt: null,
    });
  });

  test('the database has a visitor only as a hash, which is different each day', async () => {
    const ledger = ledgerWith({ perDay: 5 });
    await start(ledger);
    await start(ledger);
    const [first, second] = await rowsOf();
    ledgers.clock += dayLength;
    await start(ledgerWith({ perDay: 5 }));
    const [next] = await rowsOf();
    expect(first?.visitor_hash).toMatch(/^[\w-]{43}$/);
    expect(second?.visitor_hash).toBe(first?.visitor_hash);
    expect(next?.visitor_hash).toMatch(/^[\w-]{43}$/);
    expect(next?.visitor_hash).not.toBe(first?.visitor_hash);
    expect(JSON.stringify([first, next])).not.toContain('192.0.2.1');
  });

  test('two ledgers with many orders at once keep the limits together', async () => {
    const limits = { perMinute: 7, perDay: null, runningPerWorkspace: null };
    expect(await countTaken([ledgers.ledger({ limits }), ledgers.ledger({ limits })], 20)).toBe(7);
  });
});
