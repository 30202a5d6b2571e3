import { randomBytes, randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { dayLength } from '#server/lib/visitors-and-days.ts';
import { describeLedgers, noLimits, orderOf, settlementOf, start } from './test-ledger.ts';

const keyOf = (bodyHash = 'body') => ({ keyHash: randomUUID(), bodyHash });

describeLedgers('requests with the same idempotency key', (ledgers) => {
  test('join the running order, here or on another server', async () => {
    const [here, there] = [ledgers.ledger(), ledgers.ledger()];
    const key = keyOf();
    expect(await here.look(key)).toBeNull();
    await start(here, { key });
    expect(await here.open(orderOf({ key }))).toEqual({ kind: 'known', outcome: 'running' });
    expect(await there.open(orderOf({ key }))).toEqual({ kind: 'known', outcome: 'running' });
    expect(await there.look(key)).toBe('running');
  });

  test('get the outcome of the first one, byte for byte', async () => {
    const [here, there] = [ledgers.ledger(), ledgers.ledger()];
    const record = randomBytes(300_000);
    for (const state of ['done', 'failed', 'stopped'] as const) {
      const key = keyOf();
      await here.settle(await start(here, { key }), settlementOf(1, { state, record }));
      for (const outcome of [await here.look(key), await there.look(key)]) {
        if (outcome === null || outcome === 'running') throw new Error('It has ended.');
        expect(outcome.state).toBe(state);
        expect(record.equals(outcome.record ?? new Uint8Array())).toBe(true);
      }
      expect(await there.open(orderOf({ key }))).toMatchObject({ kind: 'known', outcome: { state } });
    }
  });

  test('are refused with another body, while the first one runs and afterwards', async () => {
    const ledger = ledgers.ledger();
    const key = keyOf();
    const other = { ...key, bodyHash: 'another body' };
    const id = await start(ledger, { key });
    const refused = { code: 'idempotency-key-reused' };
    await expect(ledger.open(orderOf({ key: other }))).rejects.toMatchObject(refused);
    await expect(ledger.look(other)).rejects.toMatchObject(refused);
    await ledger.settle(id, settlementOf(1));
    await expect(ledger.open(orderOf({ key: other }))).rejects.toMatchObject(refused);
  });

  test("get 'interrupted' when the server of the first one has stopped", async () => {
    const [silent, next] = [ledgers.ledger(), ledgers.ledger()];
    const key = keyOf();
    const id = await start(silent, { key });
    ledgers.clock += 60_000;
    expect(await next.look(key)).toEqual({ state: 'interrupted', record: null });
    expect(await next.open(orderOf({ key }))).toEqual({
      kind: 'known',
      outcome: { state: 'interrupted', record: null },
    });
    await silent.settle(id, settlementOf(1, { record: Uint8Array.of(7) }));
    expect(await next.look(key)).toMatchObject({ state: 'done' });
  });

  test('start a new order after a day', async () => {
    const ledger = ledgers.ledger();
    const key = keyOf();
    const first = await start(ledger, { key });
    await ledger.settle(first, settlementOf(1));
    ledgers.clock += dayLength - 1;
    expect(await ledger.open(orderOf({ key }))).toMatchObject({
      kind: 'known',
      outcome: { state: expect.any(String) },
    });
    ledgers.clock += 1;
    expect(await ledger.look(key)).toBeNull();
    expect(await start(ledger, { key: { ...key, bodyHash: 'another body' } })).not.toBe(first);
  });

  test('count against no limit, and may come again after a refusal', async () => {
    const ledger = ledgers.ledger({ limits: { perMinute: 1, perDay: 1, runningPerWorkspace: 1 } });
    const order = { workspace: randomUUID(), key: keyOf() };
    await start(ledger, order);
    expect(await ledger.open(orderOf(order))).toEqual({ kind: 'known', outcome: 'running' });
    const refused = orderOf({ key: keyOf() });
    await expect(ledger.open(refused)).rejects.toMatchObject({ code: 'visitor-minute-limit' });
    await start(ledgers.ledger({ limits: noLimits }), refused);
  });

  test('start a new order after the deletion of the workspace, and the first one still counts against the visitor’s day', async () => {
    const ledger = ledgers.ledger({ limits: { ...noLimits, perDay: 2 } });
    const [ended, running] = [keyOf(), keyOf()];
    const workspace = randomUUID();
    const record = Uint8Array.of(1, 2, 3);
    await ledger.settle(await start(ledger, { workspace, key: ended }), settlementOf(1, { record }));
    await start(ledger, { workspace, key: running });
    await ledger.forget(workspace);
    expect(await ledger.look(ended)).toBeNull();
    expect(await ledger.look(running)).toBe('running');
    const rows = await ledgers.database().query.selectFrom('ledger_orders').selectAll().execute();
    expect(rows.filter((row) => row.workspace_id === workspace)).toHaveLength(1);
    expect(rows.filter((row) => row.key_hash === ended.keyHash)).toEqual([]);
    await expect(ledger.open(orderOf())).rejects.toMatchObject({ code: 'visitor-day-limit' });
  });

  test('start one order when they arrive at several servers at once', async () => {
    const servers = [ledgers.ledger(), ledgers.ledger(), ledgers.ledger()];
    for (let round = 0; round < 5; round += 1) {
      const order = orderOf({ key: keyOf() });
      const openings = await Promise.all(
        servers.flatMap((ledger) => [ledger.open(order), ledger.open(order), ledger.open(order)]),
      );
      expect(openings.filter(({ kind }) => kind === 'started')).toHaveLength(1);
      expect(openings.filter((each) => each.kind === 'known' && each.outcome === 'running')).toHaveLength(8);
    }
  });

  test('are found without their body', async () => {
    const ledger = ledgers.ledger();
    const key = keyOf();
    const sought = { ...key, bodyHash: null };
    expect(await ledger.look(sought)).toBeNull();
    const id = await start(ledger, { key });
    expect(await ledger.look(sought)).toBe('running');
    await ledger.settle(id, settlementOf(1));
    expect(await ledger.look(sought)).toMatchObject({ state: 'done' });
  });
});

describeLedgers('a running order', (ledgers) => {
  test('is asked by another server to end, until its settlement', async () => {
    const [here, there] = [ledgers.ledger(), ledgers.ledger()];
    const [key, other] = [keyOf(), keyOf()];
    const keys = [key.keyHash, other.keyHash];
    const id = await start(here, { key });
    await start(here, { key: other });
    await there.ask(randomUUID(), 'asked-to-end');
    expect(await here.takeAsked(keys)).toEqual([]);
    for (let time = 0; time < 2; time += 1) {
      await there.ask(key.keyHash, 'asked-to-end');
      expect(await here.takeAsked(keys)).toEqual([{ keyHash: key.keyHash, asked: 'asked-to-end' }]);
    }
    expect(await there.look(key)).toBe('running');
    await here.settle(id, settlementOf(1, { state: 'stopped' }));
    await there.ask(key.keyHash, 'asked-to-end');
    expect(await there.look(key)).toMatchObject({ state: 'stopped' });
    expect(await here.takeAsked(keys)).toEqual([]);
    expect(await here.takeAsked([])).toEqual([]);
  });

  test('gets each sign of another server that it is wanted once, and the question to end comes before', async () => {
    const [here, there] = [ledgers.ledger(), ledgers.ledger()];
    const key = keyOf();
    const id = await start(here, { key });
    const asked = () => here.takeAsked([key.keyHash]);
    const only = (name: 'asked-to-end' | 'looked-at' | 'read-elsewhere') => [
      { keyHash: key.keyHash, asked: name },
    ];
    await there.ask(randomUUID(), 'looked-at');
    expect(await asked()).toEqual([]);
    for (const name of ['looked-at', 'read-elsewhere'] as const) {
      await there.ask(key.keyHash, name);
      expect(await there.look(key)).toBe('running');
      expect(await there.takeAsked([key.keyHash])).toEqual([]);
      expect([await asked(), await asked()]).toEqual([only(name), []]);
    }
    await there.ask(key.keyHash, 'looked-at');
    await there.ask(key.keyHash, 'read-elsewhere');
    await there.ask(key.keyHash, 'looked-at');
    expect(await asked()).toEqual(only('read-elsewhere'));
    await there.ask(key.keyHash, 'asked-to-end');
    await there.ask(key.keyHash, 'read-elsewhere');
    expect(await asked()).toEqual(only('asked-to-end'));
    await here.settle(id, settlementOf(1));
    await there.ask(key.keyHash, 'read-elsewhere');
    expect(await there.look(key)).toMatchObject({ state: 'done' });
  });

  test('of a server that has stopped is interrupted, although somebody waits for it', async () => {
    const [silent, next] = [ledgers.ledger(), ledgers.ledger()];
    const key = keyOf();
    await start(silent, { key });
    await next.ask(key.keyHash, 'read-elsewhere');
    ledgers.clock += 60_000;
    expect(await next.look(key)).toEqual({ state: 'interrupted', record: null });
  });

  test('is asked by another server for its place until it answers', async () => {
    const [here, there] = [ledgers.ledger(), ledgers.ledger()];
    const key = keyOf();
    const workspace = randomUUID();
    const none = new Set<string>();
    const id = await start(here, { key, workspace });
    const asked = () => here.takeAsked([key.keyHash]);
    expect(await here.findPlace(workspace, none)).toBeNull();
    expect(await there.findPlace(randomUUID(), none)).toBeNull();
    expect(await there.findPlace(workspace, none)).toBe(id);
    expect(await asked()).toEqual([]);
    const forPlace = [{ keyHash: key.keyHash, asked: 'asked-for-place' }];
    await there.askForPlace(id);
    expect(await there.takeAsked([key.keyHash])).toEqual([]);
    expect([await asked(), await asked()]).toEqual([forPlace, forPlace]);
    await here.keepPlaces([key.keyHash]);
    expect(await asked()).toEqual([]);
    await there.askForPlace(id);
    await there.ask(key.keyHash, 'asked-to-end');
    await there.askForPlace(id);
    await here.keepPlaces([key.keyHash]);
    expect(await asked()).toEqual([{ keyHash: key.keyHash, asked: 'asked-to-end' }]);
  });

  test('is the only one that is asked for its place: the oldest first, and the next one after its answer', async () => {
    const [here, there] = [ledgers.ledger(), ledgers.ledger()];
    const workspace = randomUUID();
    const keys = [keyOf(), keyOf(), keyOf(), keyOf()];
    const ids: string[] = [];
    for (const key of keys) {
      ids.push(await start(here, { key, workspace }));
      ledgers.clock += 1;
    }
    await start(here, { workspace, isPaid: false });
    const [read, first, second, last] = ids;
    await there.ask(keys[0]?.keyHash ?? '', 'read-elsewhere');
    const refused = new Set<string>();
    const next = () => there.findPlace(workspace, refused);
    const askNext = async () => {
      const id = (await next()) ?? '';
      await there.askForPlace(id);
      refused.add(id);
      return id;
    };
    expect(await askNext()).toBe(first);
    expect(await next()).toBe(first);
    await here.keepPlaces([keys[1]?.keyHash ?? '']);
    expect(await askNext()).toBe(second);
    await here.settle(second ?? '', settlementOf(1, { state: 'stopped' }));
    await there.ask(keys[3]?.keyHash ?? '', 'looked-at');
    expect(await askNext()).toBe(last);
    await here.keepPlaces([keys[3]?.keyHash ?? '']);
    expect(await next()).toBeNull();
    await here.takeAsked([keys[0]?.keyHash ?? '']);
    expect(await next()).toBe(read);
  });

  test('of a server that has stopped is interrupted, whatever was asked of it', async () => {
    const [silent, next] = [ledgers.ledger(), ledgers.ledger()];
    const key = keyOf();
    await start(silent, { key });
    await next.ask(key.keyHash, 'asked-to-end');
    ledgers.clock += 60_000;
    expect(await next.look(key)).toEqual({ state: 'interrupted', record: null });
  });
});
