import { expect, onTestFinished, test } from 'vitest';

import { pieces, streamed, streamHead } from '#provider/completion-steps.ts';
import { inOrder, type Step } from '#provider/exchange.ts';
import { startProvider } from '#provider/provider.ts';
import { usualReply } from '#provider/serve-generations.ts';
import { createGate, hang } from '#provider/steps.ts';
import { openTestPostgres } from '#server/db/test-databases.ts';
import { createOpenAiModel } from '#server/model/chat-model.ts';
import { openTestApp } from '#server/test-app.ts';

const half = inOrder(
  streamHead,
  pieces('VERSION: SAFE\nINSERT 3: Here are [[two words]]((L1)).\nVERS'),
  hang,
);

/** Opens two servers of one database. A workspace may have one running generation. */
async function openTwoServers(answer: Step = half) {
  const provider = await startProvider(answer);
  const postgres = await openTestPostgres();
  const model = createOpenAiModel({
    baseUrl: provider.baseUrl,
    apiKey: null,
    model: 'gpt-4',
    temperature: 0,
  });
  const environment = { OPENAI_BASE_URL: provider.baseUrl, LIMIT_RUNNING_PER_WORKSPACE: '1' };
  const options = { model, environment, databaseUrl: postgres.settings.databaseUrl };
  const sites = [await openTestApp(options), await openTestApp(options)] as const;
  const origin = await sites[0].app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    // Idle connections would delay the end.
    const closing = setInterval(() => sites[0].app.server.closeAllConnections(), 100);
    for (const { app } of sites) await app.close();
    clearInterval(closing);
    await postgres.close();
    await provider.close();
  });
  const { id } = await sites[0].links.create('shared', {
    url: 'https://a.example/',
    description: 'two words',
  });
  const payload = { content: 'One. Two. Three.', linkIds: [id] };
  const ask = (site: number, method: 'GET' | 'POST' | 'DELETE', key: string) =>
    sites[site === 0 ? 0 : 1].app.inject({
      method,
      url: '/api/generations',
      headers: { host: 'localhost', 'idempotency-key': key, accept: 'application/json' },
      ...(method === 'POST' && { payload }),
    });
  return {
    provider,
    ask,
    /** Starts a generation on the first server. */
    async start(key: string): Promise<void> {
      const earlier = provider.calls.length;
      const { body } = await fetch(`${origin}/api/generations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(payload),
      });
      // A page that does not read loses its connection when the garbage collector comes.
      void body?.pipeTo(new WritableStream()).catch(() => undefined);
      await expect.poll(() => provider.calls.length).toBe(earlier + 1);
    },
  };
}

test('a stop that reaches another server ends the call soon', async () => {
  const { ask, start, provider } = await openTwoServers();
  await start('the-first-click');
  expect((await ask(1, 'GET', 'the-first-click')).json()).toEqual({ state: 'running' });
  expect((await ask(1, 'DELETE', 'the-first-click')).statusCode).toBe(204);
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();
  await expect.poll(async () => (await ask(1, 'GET', 'the-first-click')).json()).toEqual({ state: 'lost' });
});

test('a request that reaches another server waits for the result, and there is one call', async () => {
  const gate = createGate();
  const { ask, start, provider } = await openTwoServers(inOrder(gate.step, streamed(usualReply)));
  await start('the-first-click');
  const repeated = ask(1, 'POST', 'the-first-click');
  expect((await ask(1, 'POST', 'the-second-click')).json()).toMatchObject({ code: 'workspace-running' });
  gate.open();
  expect((await repeated).statusCode).toBe(200);
  await expect.poll(async () => (await ask(1, 'GET', 'the-first-click')).json()).toEqual({ state: 'done' });
  expect(provider.calls).toHaveLength(1);
});
