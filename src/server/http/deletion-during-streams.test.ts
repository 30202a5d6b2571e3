import { expect, onTestFinished, test } from 'vitest';

import { pieces, streamHead } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import { startProvider } from '#provider/provider.ts';
import { hang } from '#provider/steps.ts';
import { createOpenAiModel } from '#server/model/chat-model.ts';
import { openTestApp } from '#server/test-app.ts';

/** Opens a stream of a visitor that sends nothing more. */
async function openStream() {
  const provider = await startProvider(
    inOrder(streamHead, pieces('VERSION: SAFE\nOne.\nVERSION: CRAZY\nTwo.\n'), hang),
  );
  const settings = { baseUrl: provider.baseUrl, apiKey: null, model: 'gpt-4', temperature: 0 };
  const { app, database, orderStore } = await openTestApp({
    model: createOpenAiModel(settings),
    workspace: 'own',
    environment: { OPENAI_BASE_URL: provider.baseUrl },
  });
  onTestFinished(async () => {
    await app.close();
    await provider.close();
  });
  const host = 'localhost:3000';
  const payload = { url: 'https://a.example/', description: 'boots' };
  const saved = await app.inject({ method: 'POST', url: '/api/links', headers: { host }, payload });
  const [cookie = ''] = String(saved.headers['set-cookie']).split(';', 1);
  const headers = { host, cookie, 'idempotency-key': 'a-click-of-mine' };
  const order = { content: 'One. Two.', linkIds: [Object(saved.json()).id] };
  const answered = app.inject({ method: 'POST', url: '/api/generations', headers, payload: order });
  await expect.poll(() => provider.calls.length).toBe(1);
  return { app, database, orderStore, provider, headers, answered };
}

const message = /event: problem\ndata: .*"code":"workspace-deleted".*because all your data was deleted/;

test('a deletion ends the open streams of its workspace before it is answered, and keeps nothing of them', async () => {
  const { app, database, provider, headers, answered } = await openStream();
  const deleted = await app.inject({ method: 'DELETE', url: '/api/workspace', headers });
  const orders = await database.query.selectFrom('orders').selectAll().execute();
  expect(deleted.statusCode).toBe(204);
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();
  expect((await answered).body).toMatch(message);
  expect(orders).toMatchObject([{ workspace_id: '', key_hash: null, record: null, lease_until: null }]);
});

test('a deletion through another server ends the streams, too', async () => {
  const { database, orderStore, provider, answered } = await openStream();
  const { workspace_id: workspace } = await database.query
    .selectFrom('orders')
    .select('workspace_id')
    .executeTakeFirstOrThrow();
  await orderStore.forget(workspace);
  expect((await answered).body).toMatch(message);
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();
});

test('a deletion ends no streams of other workspaces', async () => {
  const { app, provider, headers } = await openStream();
  const host = headers.host;
  const saved = await app.inject({
    method: 'POST',
    url: '/api/links',
    headers: { host },
    payload: { url: 'https://b.example/' },
  });
  const [cookie = ''] = String(saved.headers['set-cookie']).split(';', 1);
  await app.inject({ method: 'DELETE', url: '/api/workspace', headers: { host, cookie } });
  expect(provider.calls[0]?.abortedAt).toBeNull();
});
