import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { sharedProgram } from '#server/test-shared.ts';

import { dayOf } from '#server/lib/visitors-and-days.ts';
import { orderReportSchema, type OrderReport, type OrderTask } from './test-order-messages.ts';
import { countStarted, describeOrderStores, settlementOf, start } from './test-order-store.ts';

const [perDay, worstCase, leaseMs] = [1_000_000, 2000, 5000];

type Server = {
  readonly child: ChildProcess;
  readonly reports: OrderReport[];
  /** Resolves when the event was reported this number of times. */
  reported(event: OrderReport['event'], times?: number): Promise<void>;
};

async function startServer(task: OrderTask): Promise<Server> {
  const child = fork(await sharedProgram('order-process'), [JSON.stringify(task)]);
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const reports: OrderReport[] = [];
  child.on('message', (message) => reports.push(orderReportSchema.parse(message)));
  return {
    child,
    reports,
    async reported(event, times = 1) {
      while (reports.filter((each) => each.event === event).length < times) {
        if (!child.connected) throw new Error('The process ended before that.');
        await Promise.race([once(child, 'message'), once(child, 'disconnect')]);
      }
    },
  };
}

describeOrderStores('three servers on one database', (stores) => {
  test('keep the budget under 500 orders at once, while one of the servers is killed', async ({ skip }) => {
    skip(
      stores.name === 'SQLite',
      'servers share one PostgreSQL; processes on an SQLite file block each other',
    );
    const query = () => stores.database().query;
    stores.clock = Date.now();
    const day = dayOf(stores.clock);
    const readSums = () =>
      query()
        .selectFrom('budgets')
        .select(['spent', 'reserved'])
        .where('day', '=', day)
        .executeTakeFirstOrThrow();
    const options = { budget: { unit: 'usd', perDay }, now: Date.now } as const;
    const before = stores.open(options);
    await before.settle(await start(before, { worstCase: perDay }), settlementOf(0.95 * perDay));
    await before.close();

    const task = { settings: stores.settings(), worstCase, perDay, leaseMs };
    // The reserved cost of the killed server is booked. It must be less than the whole budget.
    const servers = await Promise.all([
      startServer({ ...task, orders: 10, longest: 60_000 }),
      startServer({ ...task, orders: 245, longest: 60 }),
      startServer({ ...task, orders: 245, longest: 60 }),
    ]);
    const [victim, ...survivors] = servers;
    if (victim === undefined) throw new Error('No server was started.');
    await Promise.all(servers.map(({ reported }) => reported('open')));
    for (const { child } of servers) child.send('begin');

    const over = new AbortController();
    onTestFinished(() => over.abort());
    const samples: { spent: number; reserved: number }[] = [];
    const sampling = (async () => {
      while (!over.signal.aborted) {
        samples.push(await readSums());
        await sleep(2);
      }
    })();
    await victim.reported('started', 3);
    victim.child.kill('SIGKILL');
    await Promise.all(survivors.map(({ reported }) => reported('ended')));
    const idle = stores.open({ ...options, leaseMs });
    await expect.poll(async () => (await readSums()).reserved).toBe(0);
    over.abort();
    await sampling;

    expect(samples.length).toBeGreaterThan(20);
    const highest = Math.max(...samples.map(({ spent, reserved }) => spent + reserved));
    expect(highest).toBeLessThanOrEqual(perDay);
    expect(highest).toBeGreaterThan(perDay - worstCase);
    expect(Math.min(...samples.map(({ reserved }) => reserved))).toBe(0);

    const rows = await query().selectFrom('orders').selectAll().where('day', '=', day).execute();
    const { spent } = await readSums();
    expect(spent).toBe(rows.reduce((sum, row) => sum + row.spent, 0));
    expect(rows.filter(({ lease_until }) => lease_until !== null)).toEqual([]);
    const spentById = new Map(rows.map((row) => [row.id, row.spent]));
    const settled = servers.flatMap(({ reports }) =>
      reports.flatMap((report) => (report.event === 'settled' ? [report] : [])),
    );
    expect(settled.length).toBeGreaterThan(10);
    for (const { id, spent: reported } of settled) expect(spentById.get(id)).toBe(reported);
    const leaked = rows.filter(({ state }) => state === 'interrupted');
    expect(leaked.length).toBeGreaterThan(0);
    for (const { spent: booked } of leaked) expect(booked).toBe(worstCase);
    console.info(`${samples.length} samples, ${settled.length} settled, ${leaked.length} leaked and booked`);

    const { budgetLeft } = await idle.left(null);
    expect(budgetLeft).toBe(perDay - spent);
    const fitting = Math.floor((perDay - spent) / 100);
    expect(await countStarted([stores.open(options)], fitting + 5, { worstCase: 100 })).toBe(fitting);
  });
});
