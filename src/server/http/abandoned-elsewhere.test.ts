import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';

import { pieces, streamed, streamHead } from '#provider/completion-steps.ts';
import { inOrder, type Step } from '#provider/exchange.ts';
import { startProvider } from '#provider/provider.ts';
import { usualReply } from '#provider/serve-generations.ts';
import { createGate, hang } from '#provider/steps.ts';
import { openTestPostgres } from '#server/db/test-databases.ts';
import { createOpenAiModel } from '#server/model/chat-model.ts';
import { createMeter, type Meter } from '#server/observe/meter.ts';
import { openTestApp } from '#server/test-app.ts';

const half = inOrder(
  streamHead,
  pieces('VERSION: SAFE\nINSERT 3: Here are [[two words]]((L1)).\nVERS'),
  hang,
);

/** Opens two servers of one database. By default a workspace has one place. */
async function openTwoServers(answer: Step = half, places = 1) {
  const provider = await startProvider(answer);
  const postgres = await openTestPostgres();
  const model = createOpenAiModel({
    baseUrl: provider.baseUrl,
    apiKey: null,
    model: 'gpt-4',
    temperature: 0,
  });
  const environment = { OPENAI_BASE_URL: provider.baseUrl, LIMIT_RUNNING_PER_WORKSPACE: `${places}` };
  const options = { model, environment, databaseUrl: postgres.settings.databaseUrl };
  let readers = 0;
  const meter: Meter = {
    ...createMeter(),
    streamOpened() {
      readers += 1;
      return () => void (readers -= 1);
    },
  };
  const sites = [await openTestApp({ ...options, meter }), await openTestApp(options)] as const;
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
    /** Returns what is asked of the only order, or its outcome. */
    async mark() {
      const orders = sites[0].database.query.selectFrom('ledger_orders');
      return (await orders.select('outcome').executeTakeFirstOrThrow()).outcome;
    },
    /** Returns a function that tells how often the first server has taken such a mark from an order since then. */
    async countTaken(mark: string) {
      const { query } = sites[0].database;
      await sql`create table taken (mark text)`.execute(query);
      await sql`
        create function note() returns trigger language plpgsql as
        'begin insert into taken values (old.outcome); return new; end'`.execute(query);
      await sql`
        create trigger note after update of outcome on ledger_orders for each row
        when (old.outcome is not null and new.outcome is null) execute function note()`.execute(query);
      return async () => {
        const { rows } = await sql<{ count: string }>`
          select count(*) from taken where mark = ${mark}`.execute(query);
        return Number(rows[0]?.count);
      };
    },
    /** Returns how many streams of the first server have a reader. */
    readers: () => readers,
    /** Starts a generation on the first server. Returns a function by which its page leaves. */
    async start(key: string): Promise<() => void> {
      const earlier = provider.calls.length;
      const leaving = new AbortController();
      const { body } = await fetch(`${origin}/api/generations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(payload),
        signal: leaving.signal,
      });
      // A page that does not read loses its connection when the garbage collector comes.
      void body?.pipeTo(new WritableStream()).catch(() => undefined);
      await expect.poll(() => provider.calls.length).toBe(earlier + 1);
      return () => leaving.abort();
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

test('an abandoned generation gives its place to an order on another server; one with a reader keeps it', async () => {
  const { ask, start, provider } = await openTwoServers();
  const leave = await start('the-first-click');
  expect((await ask(1, 'POST', 'the-second-click')).json()).toMatchObject({ code: 'workspace-running' });
  expect(provider.calls[0]?.abortedAt).toBeNull();
  leave();
  // The earlier refusal has left no question in the ledger.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(provider.calls[0]?.abortedAt).toBeNull();
  provider.answerWith(streamed(usualReply));
  await expect.poll(async () => (await ask(1, 'POST', 'the-second-click')).statusCode).toBe(200);
  expect(provider.calls.map(({ abortedAt }) => abortedAt !== null)).toEqual([true, false]);
});

test('a new order gets the place of the oldest abandoned generation on another server, and only that one', async () => {
  const { ask, start, readers, provider } = await openTwoServers(half, 4);
  const leaves: (() => void)[] = [];
  for (const click of [0, 1, 2, 3]) leaves.push(await start(`click-number-${click}`));
  const ended = () => provider.calls.map(({ abortedAt }) => abortedAt !== null);
  for (const leave of leaves.slice(1)) leave();
  await expect.poll(readers).toBe(1);
  provider.answerWith(streamed(usualReply));
  await expect.poll(async () => (await ask(1, 'POST', 'click-number-4')).statusCode).toBe(200);
  expect(ended()).toEqual([false, true, false, false, false]);
  leaves[0]?.();
});

/** The minute of abandoned work passes only when a test says so. A test must not end before it uses real time again. */
function holdTimeouts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('an abandoned generation goes on while its page looks for it through another server', async () => {
  const { ask, start, mark, provider } = await openTwoServers();
  const leave = await start('the-first-click');
  holdTimeouts();
  leave();
  for (let look = 0; look < 6; look += 1) {
    vi.advanceTimersByTime(25_000);
    expect((await ask(1, 'GET', 'the-first-click')).json()).toEqual({ state: 'running' });
    await expect.poll(mark).toBeNull();
  }
  expect(provider.calls.map(({ abortedAt }) => abortedAt)).toEqual([null]);
  await expect
    .poll(() => {
      vi.advanceTimersByTime(61_000);
      return provider.calls[0]?.abortedAt;
    })
    .not.toBeNull();
});

test('a reader on another server keeps an abandoned generation and its place, and gets the result', async () => {
  const gate = createGate();
  const { ask, start, countTaken, provider } = await openTwoServers(inOrder(gate.step, streamed(usualReply)));
  const leave = await start('the-first-click');
  const taken = await countTaken('read-elsewhere');
  holdTimeouts();
  leave();
  const repeated = ask(1, 'POST', 'the-first-click');
  for (let sign = 0; sign < 4; sign += 1) {
    await expect.poll(taken, { timeout: 20_000 }).toBeGreaterThan(sign);
    vi.advanceTimersByTime(29_000);
  }
  expect((await ask(1, 'POST', 'the-second-click')).json()).toMatchObject({ code: 'workspace-running' });
  gate.open();
  expect((await repeated).statusCode).toBe(200);
  expect(provider.calls.map(({ abortedAt }) => abortedAt)).toEqual([null]);
});
