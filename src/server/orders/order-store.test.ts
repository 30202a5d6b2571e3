import { randomBytes, randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { dayLength } from '#server/lib/visitors-and-days.ts';
import { describeOrderStores, noLimits, orderOf, settlementOf, start } from './test-order-store.ts';

const keyOf = (bodyHash = 'body') => ({ keyHash: randomUUID(), bodyHash });

describeOrderStores('requests with the same idempotency key', (stores) => {
  test('join the running order, here or on another server', async () => {
    const [here, there] = [stores.open(), stores.open()];
    const key = keyOf();
    expect(await here.find(key)).toBeNull();
    await start(here, { key });
    expect(await here.open(orderOf({ key }))).toEqual({
      kind: 'known',
      order: { state: 'running', record: null },
    });
    expect(await there.open(orderOf({ key }))).toEqual({
      kind: 'known',
      order: { state: 'running', record: null },
    });
    expect(await there.find(key)).toMatchObject({ state: 'running' });
  });

  test('get the outcome of the first one, byte for byte', async () => {
    const [here, there] = [stores.open(), stores.open()];
    const record = randomBytes(300_000);
    for (const state of ['done', 'failed', 'stopped'] as const) {
      const key = keyOf();
      await here.settle(await start(here, { key }), settlementOf(1, { state, record }));
      for (const outcome of [await here.find(key), await there.find(key)]) {
        expect(outcome?.state).toBe(state);
        expect(record.equals(outcome?.record ?? new Uint8Array())).toBe(true);
      }
      expect(await there.open(orderOf({ key }))).toMatchObject({ kind: 'known', order: { state } });
    }
  });

  test('are refused with another body, while the first one runs and afterwards', async () => {
    const store = stores.open();
    const key = keyOf();
    const other = { ...key, bodyHash: 'another body' };
    const id = await start(store, { key });
    const refused = { code: 'idempotency-key-reused' };
    await expect(store.open(orderOf({ key: other }))).rejects.toMatchObject(refused);
    await expect(store.find(other)).rejects.toMatchObject(refused);
    await store.settle(id, settlementOf(1));
    await expect(store.open(orderOf({ key: other }))).rejects.toMatchObject(refused);
  });

  test("get 'interrupted' when the server of the first one has stopped", async () => {
    const [silent, next] = [stores.open(), stores.open()];
    const key = keyOf();
    const id = await start(silent, { key });
    stores.clock += 60_000;
    expect(await next.find(key)).toEqual({ state: 'interrupted', record: null });
    expect(await next.open(orderOf({ key }))).toEqual({
      kind: 'known',
      order: { state: 'interrupted', record: null },
    });
    await silent.settle(id, settlementOf(1, { record: Uint8Array.of(7) }));
    expect(await next.find(key)).toMatchObject({ state: 'done' });
  });

  test('start a new order after a day', async () => {
    const store = stores.open({ leaseMs: 60 });
    const key = keyOf();
    const first = await start(store, { key });
    await store.settle(first, settlementOf(1));
    stores.clock += dayLength - 1;
    expect(await store.open(orderOf({ key }))).toMatchObject({ kind: 'known', order: { state: 'done' } });
    stores.clock += 1;
    // Old orders are deleted every ten minutes.
    const later = stores.open({ leaseMs: 60 });
    await expect.poll(() => later.find(key)).toBeNull();
    expect(await start(later, { key: { ...key, bodyHash: 'another body' } })).not.toBe(first);
  });

  test('count against no limit, and may come again after a refusal', async () => {
    const store = stores.open({ limits: { perMinute: 1, perDay: 1, runningPerWorkspace: 1 } });
    const order = { workspace: randomUUID(), key: keyOf() };
    await start(store, order);
    expect(await store.open(orderOf(order))).toEqual({
      kind: 'known',
      order: { state: 'running', record: null },
    });
    const refused = orderOf({ key: keyOf() });
    await expect(store.open(refused)).rejects.toMatchObject({ code: 'visitor-minute-limit' });
    await start(stores.open({ limits: noLimits }), refused);
  });

  test('start a new order after the deletion of the workspace, and the first one still counts against the visitor’s day', async () => {
    const store = stores.open({ limits: { ...noLimits, perDay: 2 } });
    const [ended, running] = [keyOf(), keyOf()];
    const workspace = randomUUID();
    const record = Uint8Array.of(1, 2, 3);
    await store.settle(await start(store, { workspace, key: ended }), settlementOf(1, { record }));
    await start(store, { workspace, key: running });
    await store.forget(workspace);
    for (const key of [ended, running]) expect(await store.find(key)).toBeNull();
    const rows = await stores.database().query.selectFrom('orders').selectAll().execute();
    expect(rows.filter((row) => row.workspace_id === workspace)).toEqual([]);
    await expect(store.open(orderOf())).rejects.toMatchObject({ code: 'visitor-day-limit' });
  });

  test('start one order when they arrive at several servers at once', async () => {
    const servers = [stores.open(), stores.open(), stores.open()];
    for (let round = 0; round < 5; round += 1) {
      const order = orderOf({ key: keyOf() });
      const openings = await Promise.all(
        servers.flatMap((store) => [store.open(order), store.open(order), store.open(order)]),
      );
      expect(openings.filter(({ kind }) => kind === 'started')).toHaveLength(1);
      expect(openings.filter((each) => each.kind === 'known' && each.order.state === 'running')).toHaveLength(
        8,
      );
    }
  });

  test('are found without their body', async () => {
    const store = stores.open();
    const key = keyOf();
    const sought = { ...key, bodyHash: null };
    expect(await store.find(sought)).toBeNull();
    const id = await start(store, { key });
    expect(await store.find(sought)).toMatchObject({ state: 'running' });
    await store.settle(id, settlementOf(1));
    expect(await store.find(sought)).toMatchObject({ state: 'done' });
  });
});

describeOrderStores('a running order', (stores) => {
  /** Opens an order whose server renews its lease, and another server. */
  async function openOrder() {
    const [here, there] = [stores.open({ now: Date.now, leaseMs: 4000 }), stores.open({ now: Date.now })];
    const [key, workspace] = [keyOf(), randomUUID()];
    const reasons: string[] = [];
    const opened = await here.open(orderOf({ key, workspace }), (reason) => reasons.push(reason));
    const id = opened.kind === 'started' ? opened.id : '';
    return { here, there, key, workspace, id, reasons };
  }

  test('is stopped through another server, once, and stays stopped', async () => {
    const { here, there, key, id, reasons } = await openOrder();
    await there.requestStop(randomUUID());
    await there.requestStop(key.keyHash);
    await expect.poll(() => reasons).toEqual(['stopped']);
    expect(await there.find(key)).toMatchObject({ state: 'running' });
    await here.settle(id, settlementOf(1, { state: 'stopped' }));
    await there.requestStop(key.keyHash);
    expect(await there.find(key)).toMatchObject({ state: 'stopped' });
    expect(reasons).toEqual(['stopped']);
  });

  test('ends when its workspace is deleted through another server, and its result is not kept', async () => {
    const { here, there, workspace, id, reasons } = await openOrder();
    await there.forget(workspace);
    await expect.poll(() => reasons).toEqual(['workspace-deleted']);
    await here.settle(id, settlementOf(1, { record: Uint8Array.of(7) }));
    const { query } = stores.database();
    const row = await query.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ state: 'done', workspace_id: '', key_hash: null, record: null, spent: 1 });
  });

  test('of a server that has stopped is interrupted, although somebody has stopped it', async () => {
    const [silent, next] = [stores.open(), stores.open()];
    const key = keyOf();
    await start(silent, { key });
    await next.requestStop(key.keyHash);
    stores.clock += 60_000;
    expect(await next.find(key)).toEqual({ state: 'interrupted', record: null });
  });
});
