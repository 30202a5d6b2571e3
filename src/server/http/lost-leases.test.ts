import { expect, onTestFinished, test } from 'vitest';

import { pieces, streamHead } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import { startProvider } from '#provider/provider.ts';
import { hang } from '#provider/steps.ts';
import { migrate } from '#server/db/migrate.ts';
import { openTestSqlite } from '#server/db/test-databases.ts';
import { createOrderStore } from '#server/orders/order-store.ts';
import { createOpenAiModel } from '#server/model/chat-model.ts';
import { openTestApp } from '#server/test-app.ts';

test('a generation that has lost its lease ends its call, says why, and keeps the finished versions', async () => {
  const provider = await startProvider(
    inOrder(streamHead, pieces('VERSION: SAFE\nOne.\nVERSION: CRAZY\nTwo.\n'), hang),
  );
  const { database, close } = await openTestSqlite();
  await migrate(database);
  const limits = { perMinute: null, perDay: null, runningPerWorkspace: null };
  const orderStore = createOrderStore({
    database,
    limits,
    budget: { unit: 'tokens', perDay: 1e6 },
    leaseMs: 8000,
  });
  const settings = { baseUrl: provider.baseUrl, apiKey: null, model: 'gpt-4', temperature: 0 };
  const { app, links } = await openTestApp({
    model: createOpenAiModel(settings),
    orderStore,
    environment: { OPENAI_BASE_URL: provider.baseUrl },
  });
  onTestFinished(async () => {
    await app.close();
    await close();
    await provider.close();
  });
  const { id } = await links.create('shared', { url: 'https://a.example/', description: '' });
  const payload = { content: 'One. Two.', linkIds: [id] };
  const answered = app.inject({ method: 'POST', url: '/api/generations', payload });
  await expect.poll(() => provider.calls.length).toBe(1);
  await database.query.updateTable('orders').set({ lease_until: null, state: 'interrupted' }).execute();
  const { body } = await answered;
  const [, problem = ''] = /event: problem\ndata: (.*)\n/.exec(body) ?? [];
  expect(JSON.parse(problem)).toMatchObject({
    code: 'storage-failed',
    detail: expect.stringContaining('no longer record its cost'),
    generation: { edits: { safe: [] }, unfinished: ['exploratory', 'experimental'] },
  });
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();
  const { budgetLeft } = await orderStore.left(null);
  expect(budgetLeft).toBeLessThan(1e6);
});
