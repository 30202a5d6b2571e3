import { setTimeout as sleep } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { linkSchema } from '#contract/links.ts';
import { migrate } from '#server/db/migrate.ts';
import { openTestSqlite } from '#server/db/test-databases.ts';
import { createMeter } from '#server/observe/meter.ts';
import { createOrderStore } from '#server/orders/order-store.ts';
import { openTestApp } from '#server/test-app.ts';

test.each([{}, { 'idempotency-key': 'one-click' }])(
  'a client that leaves while the generation is recorded leaves no open stream behind (%j)',
  async (headers) => {
    const { database, close } = await openTestSqlite();
    await migrate(database);
    const limits = { perMinute: null, perDay: null, runningPerWorkspace: 5 };
    const orderStore = createOrderStore({ database, limits, budget: null });
    const state = { isOpening: false, isOpened: false, opened: 0, openStreams: 0, ended: 0 };
    const { app } = await openTestApp({
      orderStore: {
        ...orderStore,
        async open(...order) {
          state.isOpening = true;
          await sleep(300);
          const opening = await orderStore.open(...order);
          state.isOpened = true;
          return opening;
        },
      },
      meter: {
        ...createMeter(),
        generationStarted: () => ({ firstText() {}, end: () => (state.ended += 1) }),
        streamOpened() {
          state.openStreams += 1;
          return () => (state.openStreams -= 1);
        },
      },
    });
    onTestFinished(async () => {
      app.server.closeAllConnections();
      await app.close();
      await close();
    });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const saved = await app.inject({
      method: 'POST',
      url: '/api/links',
      payload: { url: 'https://a.example/' },
    });
    const leaving = new AbortController();
    const left = fetch(`${origin}/api/generations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ content: 'One.', linkIds: [linkSchema.parse(saved.json()).id] }),
      signal: leaving.signal,
    }).catch(() => null);
    await expect.poll(() => state.isOpening).toBe(true);
    leaving.abort();
    await left;
    await expect.poll(() => state.isOpened && state.ended).toBe(1);
    expect(state.openStreams).toBe(0);
    const leased = database.query.selectFrom('orders').selectAll().where('lease_until', 'is not', null);
    await expect.poll(() => leased.execute()).toEqual([]);
  },
);
