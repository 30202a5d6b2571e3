import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';

import type { Database } from '#server/db/database.ts';
import { dayLength, dayOf } from '#server/lib/visitors-and-days.ts';
import { endExpiredOrders } from './order-steps.ts';
import { describeOrderStores, noLimits, orderOf, settlementOf, start } from './test-order-store.ts';

const budget = { unit: 'tokens', perDay: 1000 } as const;
const lease = 60_000;

/** Returns a signal. It resolves at the end of the test at the latest. */
function createSignal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  onTestFinished(() => give());
  return { given, give };
}

describeOrderStores('orders whose server has stopped', (stores) => {
  const query = () => stores.database().query;
  const sumsOf = (time: number) =>
    query()
      .selectFrom('budgets')
      .select(['spent', 'reserved'])
      .where('day', '=', dayOf(time))
      .executeTakeFirst();
  const orderRow = (id: string) =>
    query().selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  test('do not block others after their lease, and their reserved cost is booked', async () => {
    const limits = { perMinute: null, perDay: 1, runningPerWorkspace: 1 };
    const workspace = randomUUID();
    const silent = stores.open({ budget, limits, leaseMs: lease });
    const next = stores.open({ budget, limits, leaseMs: lease });
    const id = await start(silent, { workspace, worstCase: 800 });
    stores.clock += lease - 1;
    const refused = { code: 'workspace-running' };
    await expect(next.check(orderOf({ workspace }))).rejects.toMatchObject(refused);
    await expect(next.open(orderOf({ workspace, worstCase: 200 }))).rejects.toMatchObject(refused);
    stores.clock += 1;
    await next.check(orderOf({ workspace }));
    expect(await next.left('192.0.2.1')).toMatchObject({ leftToday: 1 });
    await expect(next.open(orderOf({ workspace, worstCase: 201 }))).rejects.toMatchObject({
      code: 'budget-spent',
    });
    await start(next, { workspace, worstCase: 200 });
    await endExpiredOrders(stores.database(), stores.clock);
    expect(await orderRow(id)).toMatchObject({
      state: 'interrupted',
      lease_until: null,
      reserved: 0,
      spent: 800,
      is_counted: 0,
    });
    expect(await sumsOf(stores.clock)).toEqual({ spent: 800, reserved: 200 });
  });

  test('have a lease of ten seconds', async () => {
    const { lease_until: until } = await orderRow(await start(stores.open({ budget })));
    expect(until).toBe(stores.clock + 10_000);
  });

  test('are booked once, to the day in which they began', async () => {
    const [silent, next] = [stores.open({ budget }), stores.open({ budget })];
    stores.clock = (dayOf(stores.clock) + 1) * dayLength - 1;
    const yesterday = stores.clock;
    await start(silent, { worstCase: 800 });
    await start(silent, { worstCase: 50 });
    stores.clock += lease;
    await start(next, { worstCase: 100 });
    const { clock } = stores;
    await Promise.all([1, 2, 3].map(() => endExpiredOrders(stores.database(), clock)));
    expect(await sumsOf(yesterday)).toEqual({ spent: 850, reserved: 0 });
    expect(await sumsOf(stores.clock)).toEqual({ spent: 0, reserved: 100 });
  });

  test('are ended by the same server when it starts again, long before their lease expires', async () => {
    const limits = { perMinute: null, perDay: null, runningPerWorkspace: 1 };
    const options = { budget, limits, now: Date.now, leaseMs: 8000 };
    const workspace = randomUUID();
    const crashed = stores.open({ ...options, server: 'one' });
    const id = await start(crashed, { workspace, worstCase: 30 });
    await crashed.close();
    const another = stores.open({ ...options, server: 'two' });
    await expect(another.open(orderOf({ workspace }))).rejects.toMatchObject({ code: 'workspace-running' });
    const again = stores.open({ ...options, server: 'one' });
    await again.check(orderOf({ workspace }));
    await start(again, { workspace, worstCase: 7 });
    expect(await orderRow(id)).toMatchObject({ state: 'interrupted', spent: 30 });
  });

  test('are ended by the same server within a lease, even when the clock was ahead at the crash', async () => {
    const options = { budget, leaseMs: 8000, server: 'one' };
    const ahead = stores.open({ ...options, now: () => Date.now() + 3_600_000 });
    const id = await start(ahead, { worstCase: 30 });
    await ahead.close();
    const again = stores.open({ ...options, now: Date.now });
    await again.check(orderOf());
    await start(again, { worstCase: 7 });
    expect(await orderRow(id)).toMatchObject({ state: 'interrupted', spent: 30 });
  });

  test('do not include orders of a running server with the same name', async () => {
    const options = { budget, now: Date.now, leaseMs: 16_000, server: 'one' };
    const living = stores.open(options);
    let lost = 0;
    const opening = await living.open(orderOf({ worstCase: 10 }), () => {
      lost += 1;
    });
    const id = opening.kind === 'started' ? opening.id : '';
    const before = await orderRow(id);
    const twin = stores.open(options);
    await start(twin, { worstCase: 10 });
    const { lease_until: until } = await orderRow(id);
    expect(until).toBeGreaterThan(before.lease_until ?? 0);
    expect(lost).toBe(0);
  });

  test('are charged what they spent, once, when their server settles them after all', async () => {
    const [silent, next] = [stores.open({ budget }), stores.open({ budget })];
    const id = await start(silent, { worstCase: 400 });
    stores.clock += lease;
    const other = await start(next, { worstCase: 600 });
    await endExpiredOrders(stores.database(), stores.clock);
    expect(await sumsOf(stores.clock)).toEqual({ spent: 400, reserved: 600 });
    await silent.settle(id, settlementOf(350));
    await silent.settle(id, settlementOf(350));
    expect(await sumsOf(stores.clock)).toEqual({ spent: 350, reserved: 600 });
    expect(await orderRow(id)).toMatchObject({ state: 'done', spent: 350, is_counted: 1 });
    await expect(next.open(orderOf({ worstCase: 51 }))).rejects.toMatchObject({ code: 'budget-spent' });
    await next.settle(other, settlementOf(100));
    await start(next, { worstCase: 550 });
  });

  test('are ended by servers without requests', async () => {
    const silent = stores.open({ budget, now: Date.now, leaseMs: 300 });
    const id = await start(silent, { worstCase: 800 });
    await silent.close();
    stores.open({ budget, now: Date.now, leaseMs: 300 });
    await expect.poll(() => orderRow(id)).toMatchObject({ state: 'interrupted' });
  });

  test('do not include long orders, which renew their leases until they are settled', async () => {
    // PostgreSQL may be slow on a busy machine.
    const leaseMs = stores.name === 'SQLite' ? 1000 : 3000;
    const store = stores.open({ budget, now: Date.now, leaseMs });
    const ids = [await start(store, { worstCase: 10 }), await start(store, { worstCase: 10 })];
    const outlast = async (id: string) => {
      const before = await orderRow(id);
      await expect
        .poll(async () => (await orderRow(id)).lease_until)
        .toBeGreaterThan((before.lease_until ?? 0) + 2 * leaseMs);
      await store.settle(id, settlementOf(1));
      expect(await orderRow(id)).toMatchObject({ state: 'done', lease_until: null });
    };
    await Promise.all(ids.map(outlast));
  });

  describe('do not include running orders', () => {
    async function startLong(leaseMs: number) {
      const store = stores.open({ budget, now: Date.now, leaseMs });
      let lost = 0;
      const opening = await store.open(orderOf({ worstCase: 10 }), () => {
        lost += 1;
      });
      const id = opening.kind === 'started' ? opening.id : '';
      const { lease_until: before } = await orderRow(id);
      return {
        timesLost: () => lost,
        async isRenewed() {
          const row = stores.database().urgent.selectFrom('orders').select('lease_until');
          const { lease_until: until } = await row.where('id', '=', id).executeTakeFirstOrThrow();
          return (until ?? 0) > (before ?? 0) + leaseMs;
        },
      };
    }

    test('while another server hangs in its turn', async ({ skip }) => {
      skip(stores.name === 'SQLite', 'a file has one server');
      const silent = stores.open({ budget, now: Date.now, leaseMs: 300 });
      await start(silent, { worstCase: 8 });
      await silent.close();
      const long = await startLong(4000);
      const { given, give } = createSignal();
      const hanging = stores.database().inTurn(() => given);
      await expect.poll(long.isRenewed).toBe(true);
      give();
      await hanging;
      expect(long.timesLost()).toBe(0);
    });

    test('while their first commit lasts longer than a renewal', async ({ skip }) => {
      skip(stores.name === 'SQLite', 'all queries of a file wait for the commit');
      const database = stores.database();
      const [held, released] = [createSignal(), createSignal()];
      let isSlow = false;
      const slow: Database = {
        ...database,
        inTurn: (work, isUrgent) =>
          database.inTurn(async (transaction) => {
            const result = await work(transaction);
            if (isSlow) {
              held.give();
              await released.given;
            }
            return result;
          }, isUrgent),
      };
      const store = stores.open({ budget, now: Date.now, leaseMs: 4000, database: slow });
      const earlier = await start(store, { worstCase: 10 });
      isSlow = true;
      let lost = 0;
      const opening = store.open(orderOf({ worstCase: 10 }), () => {
        lost += 1;
      });
      await held.given;
      isSlow = false;
      const untilOf = async () => (await orderRow(earlier)).lease_until ?? 0;
      for (let renewal = 0; renewal < 2; renewal += 1) {
        const before = await untilOf();
        await expect.poll(untilOf).toBeGreaterThan(before);
      }
      released.give();
      expect(await opening).toMatchObject({ kind: 'started' });
      expect(lost).toBe(0);
    });

    test('while all connections are in use', async ({ skip }) => {
      skip(stores.name === 'SQLite', 'a file has no connections');
      const long = await startLong(4000);
      const { given, give } = createSignal();
      const taken = Array.from({ length: 10 }, () =>
        query()
          .connection()
          .execute(() => given),
      );
      await expect.poll(long.isRenewed).toBe(true);
      give();
      await Promise.all(taken);
      expect(long.timesLost()).toBe(0);
    });

    test('while another program writes to the file for longer than a lease', async ({ skip }) => {
      skip(stores.name === 'PostgreSQL', 'nobody writes there for so long');
      const long = await startLong(800);
      const other = new DatabaseSync(path.join(stores.settings().dataDirectory, 'linkweft.sqlite'));
      other.exec('begin immediate');
      await sleep(2500);
      other.exec('rollback');
      other.close();
      await expect.poll(long.isRenewed).toBe(true);
      expect(long.timesLost()).toBe(0);
    });
  });

  test('are reported as lost before their lease expires if the database is silent', async ({ skip }) => {
    skip(stores.name === 'SQLite', 'a file has one server');
    const store = stores.open({ budget, now: Date.now, leaseMs: 1000 });
    const began = performance.now();
    const lost = { after: 0, times: 0 };
    const opening = await store.open(orderOf({ worstCase: 10 }), () => {
      lost.after = performance.now() - began;
      lost.times += 1;
    });
    const { given, give } = createSignal();
    const taken = stores
      .database()
      .urgent.connection()
      .execute(() => given);
    await expect.poll(() => lost.times).toBe(1);
    give();
    await taken;
    expect(lost.after).toBeGreaterThan(800);
    const { lease_until: until } = await orderRow(opening.kind === 'started' ? opening.id : '');
    expect(until).not.toBeNull();
  });

  test('are reported as lost when another server has ended them', async () => {
    const store = stores.open({ budget, now: Date.now, leaseMs: 3000 });
    const lost: string[] = [];
    const [first, second] = [orderOf({ worstCase: 10 }), orderOf({ worstCase: 10 })];
    const opening = await store.open(first, () => lost.push('first'));
    await store.open(second, () => lost.push('second'));
    const id = opening.kind === 'started' ? opening.id : '';
    await query()
      .updateTable('orders')
      .set({ lease_until: null, state: 'interrupted' })
      .where('id', '=', id)
      .execute();
    await expect.poll(() => lost).toEqual(['first']);
    await store.settle(id, settlementOf(1));
    expect(await orderRow(id)).toMatchObject({ state: 'done', spent: 1 });
    expect(lost).toEqual(['first']);
  });

  test('orders of yesterday and salts of the days before are deleted', async () => {
    const store = stores.open({ budget, limits: { ...noLimits, perDay: 9 }, leaseMs: 60 });
    const began = stores.clock;
    const ended = await start(store, { worstCase: 10 });
    await store.settle(ended, settlementOf(1));
    const rowsLeft = async () => {
      const [orders, days, budgets] = await Promise.all([
        query().selectFrom('orders').select('id').where('id', '=', ended).execute(),
        query().selectFrom('visitor_salts').select('day').where('day', '=', dayOf(began)).execute(),
        query().selectFrom('budgets').select('day').where('day', '=', dayOf(began)).execute(),
      ]);
      return [orders.length, days.length, budgets.length];
    };
    expect(await rowsLeft()).toEqual([1, 1, 1]);
    stores.clock += dayLength;
    await expect.poll(rowsLeft).toEqual([0, 1, 1]);
    stores.clock += dayLength;
    await expect.poll(rowsLeft).toEqual([0, 0, 0]);
  });
});
