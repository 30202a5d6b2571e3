import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { repeatOnly } from '#contract/generations.ts';
import { pieces, streamed, streamHead } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import { createGate, hang } from '#provider/steps.ts';
import { serveGenerations, usualReply } from '#provider/serve-generations.ts';

const key = 'b6a1a1f0-5f0c-4c4e-9d1f-0d6f0f6b7a11';
const halfReply =
  'VERSION: SAFE\nINSERT 3: Here are [[two words]]((L1)).\nVERSION: INTERESTING\nINSERT 3: And';
const half = inOrder(streamHead, pieces(halfReply), hang);
const abandoned = { status: 409, body: { code: 'generation-abandoned' } };
const result = { status: 200, body: { versions: { experimental: expect.stringContaining('Three') } } };

type Site = Awaited<ReturnType<typeof serveGenerations>>;

/** Starts a generation and leaves it after its first words, as a reload does. */
async function abandon({ stream }: Site, given = key) {
  const leaving = new AbortController();
  const { received } = await stream({ key: given, signal: leaving.signal });
  await expect.poll(received).toContain('two words');
  leaving.abort();
  // The server notices it a little later.
  await sleep(500);
}

const abortions = ({ provider }: Site) => provider.calls.map(({ abortedAt }) => abortedAt !== null);

async function booked({ database }: Site) {
  const orders = await database.query.selectFrom('orders').select(['state', 'spent']).execute();
  const sums = await database.query.selectFrom('budgets').select(['spent', 'reserved']).executeTakeFirst();
  return { orders, sums };
}

test('a generation without a key ends with its last reader', async () => {
  const site = await serveGenerations(half);
  const leaving = new AbortController();
  const { received } = await site.stream({ signal: leaving.signal });
  await expect.poll(received).toContain('two words');
  leaving.abort();
  expect(await site.endsUpstream()).toBeGreaterThan(0);
});

test('a paid generation goes on without its page to its end, and is booked once; the page that returns gets it', async () => {
  const gate = createGate();
  const site = await serveGenerations(inOrder(gate.step, streamed(usualReply)));
  const leaving = new AbortController();
  await site.stream({ key, signal: leaving.signal });
  await expect.poll(() => site.provider.calls.length).toBe(1);
  leaving.abort();
  expect(await site.find(key)).toEqual({ state: 'running' });
  gate.open();
  await expect.poll(() => site.find(key)).toEqual({ state: 'done' });
  expect(abortions(site)).toEqual([false]);
  // 400 tokens in and 600 out of GPT-4.
  const once = { orders: [{ state: 'done', spent: 48_000 }], sums: { spent: 48_000, reserved: 0 } };
  expect(await booked(site)).toEqual(once);
  expect(await site.ask({ key })).toMatchObject(result);
  expect(await booked(site)).toEqual(once);
  expect(site.provider.calls).toHaveLength(1);
});

test('a page that returns gets all steps so far and then the next ones', async () => {
  const reply = 'VERSION: SAFE\nINSERT 3: Here are [[two words]]((L1)).\n';
  const gate = createGate();
  const site = await serveGenerations(
    inOrder(streamHead, pieces(`${reply}VERSION: INTERESTING\nINSERT 3: A`), gate.step, async (exchange) => {
      await pieces(`nd [[later ones]]((L1)).\nVERSION: CRAZY\n`)(exchange);
      await hang(exchange);
    }),
  );
  await abandon(site);
  const { received } = await site.stream({ key });
  await expect.poll(received).toMatch(/version-start[^]*two words/);
  expect(received()).not.toContain('later ones');
  gate.open();
  await expect.poll(received).toContain('later ones');
  expect(abortions(site)).toEqual([false]);
});

test('a request that only repeats a generation joins it, and starts none', async () => {
  const headers = { [repeatOnly]: 'yes' };
  const site = await serveGenerations(half);
  expect(await site.ask({ key, headers })).toMatchObject(abandoned);
  expect(site.provider.calls).toHaveLength(0);
  await abandon(site);
  const { received } = await site.stream({ key, headers });
  await expect.poll(received).toContain('two words');
  expect(abortions(site)).toEqual([false]);
});

test('a stop ends the call at once, with and without readers; a repetition changes nothing, and another key ends nothing', async () => {
  const site = await serveGenerations(half);
  await abandon(site);
  expect(await site.end(`${key}-2`)).toBe(204);
  expect([await site.find(key), await site.find(`${key}-2`)]).toEqual([
    { state: 'running' },
    { state: 'lost' },
  ]);
  expect([await site.end(key), await site.end(key)]).toEqual([204, 204]);
  expect(await site.endsUpstream()).toBeGreaterThan(0);
  expect(await site.find(key)).toEqual({ state: 'lost' });
  expect(await site.ask({ key })).toMatchObject(abandoned);
  const { orders, sums } = await booked(site);
  expect(orders).toMatchObject([{ state: 'stopped' }]);
  expect(sums?.reserved).toBe(0);

  const { whole } = await site.stream({ key: `${key}-2` });
  await expect.poll(() => site.provider.calls.length).toBe(2);
  await site.end(`${key}-2`);
  expect(await whole).toContain('generation-abandoned');
  expect(await site.endsUpstream(1)).toBeGreaterThan(0);
  site.provider.answerWith(streamed(usualReply));
  expect(await site.ask({ key: `${key}-3` })).toMatchObject(result);
  expect(await site.end(`${key}-3`)).toBe(204);
  expect(await site.ask({ key: `${key}-3` })).toMatchObject(result);
});

test('a stop needs a key, and another site cannot send one', async () => {
  const site = await serveGenerations(half);
  await abandon(site);
  expect(await site.end('short')).toBe(400);
  expect(await site.end(key, { origin: 'https://evil.example' })).toBe(403);
  expect(await site.find(key)).toEqual({ state: 'running' });
});

test('a stop and a look by another visitor find nothing', async () => {
  const { app, provider, endsUpstream } = await serveGenerations(half, { WORKSPACE: 'own' });
  const host = 'localhost:1';
  const open = async () => {
    const payload = { url: 'https://a.example/', description: 'two words' };
    const saved = await app.inject({ method: 'POST', url: '/api/links', headers: { host }, payload });
    const [cookie = ''] = String(saved.headers['set-cookie']).split(';', 1);
    return { headers: { host, cookie, 'idempotency-key': key }, linkIds: [Object(saved.json()).id] };
  };
  const [mine, theirs] = [await open(), await open()];
  const payload = { content: 'One. Two. Three.', linkIds: mine.linkIds };
  const answered = app.inject({ method: 'POST', url: '/api/generations', headers: mine.headers, payload });
  await expect.poll(() => provider.calls.length).toBe(1);
  const ask = async (method: 'GET' | 'DELETE', headers: Record<string, string>) =>
    (await app.inject({ method, url: '/api/generations', headers })).body;
  await ask('DELETE', theirs.headers);
  expect(await ask('GET', theirs.headers)).toBe('{"state":"lost"}');
  expect(await ask('GET', mine.headers)).toBe('{"state":"running"}');
  await ask('DELETE', mine.headers);
  expect((await answered).body).toContain('generation-abandoned');
  expect(await endsUpstream()).toBeGreaterThan(0);
});

test('an abandoned generation gives its place to the next one of its workspace; one with a reader does not', async () => {
  const site = await serveGenerations(half, { LIMIT_RUNNING_PER_WORKSPACE: '1' });
  const reading = new AbortController();
  const { received } = await site.stream({ key, signal: reading.signal });
  await expect.poll(received).toContain('two words');
  const refused = { status: 429, body: { code: 'workspace-running' } };
  expect(await site.ask({ key: `${key}-2` })).toMatchObject(refused);
  expect(abortions(site)).toEqual([false]);

  reading.abort();
  site.provider.answerWith(streamed(usualReply));
  await expect.poll(() => site.ask({ key: `${key}-2` })).toMatchObject(result);
  expect(abortions(site)).toEqual([true, false]);
  expect(await site.ask({ key })).toMatchObject(abandoned);
  expect((await booked(site)).sums?.reserved).toBe(0);
});

test('the built-in writer also gets the place of an abandoned generation', async () => {
  const site = await serveGenerations(half, { LIMIT_RUNNING_PER_WORKSPACE: '1' });
  await abandon(site);
  const body = { ...site.order, writer: 'built-in' };
  expect((await site.ask({ key: `${key}-2`, body })).status).toBe(200);
  expect(abortions(site)).toEqual([true]);
});

test('on a full server abandoned generations give their places to visitors who wait, the oldest first', async () => {
  const site = await serveGenerations(half, { LIMIT_RUNNING: '2' });
  await abandon(site);
  await abandon(site, `${key}-2`);
  const streams = [await site.stream({ key: `${key}-3` })];
  await expect.poll(() => abortions(site)).toEqual([true, false, false]);
  streams.push(await site.stream({ key: `${key}-4` }));
  await expect.poll(() => abortions(site)).toEqual([true, true, false, false]);
  for (const { received } of streams) await expect.poll(received).toContain('two words');
  expect(await site.ask({ key: `${key}-5` })).toMatchObject({ status: 503, body: { code: 'server-full' } });
});

const running = { state: 'running' };

test('an abandoned generation does not end for an order that a limit of the day refuses', async () => {
  const site = await serveGenerations(half, {
    LIMIT_RUNNING_PER_WORKSPACE: '1',
    LIMIT_GENERATIONS_PER_DAY: '1',
  });
  await abandon(site);
  const refused = { status: 429, body: { code: 'workspace-running' } };
  expect(await site.ask({ key: `${key}-2` })).toMatchObject(refused);
  expect(await site.find(key)).toEqual(running);
});

test('an abandoned generation ends only for an order that fits into the budget, which gets what it held', async () => {
  const limits = { LIMIT_RUNNING_PER_WORKSPACE: '1', BUDGET_DAILY_USD: '0.42', MAX_CONTENT_CHARS: '2000' };
  const site = await serveGenerations(streamed(usualReply), limits);
  for (const earlier of [`${key}-0`, `${key}-1`])
    expect(await site.ask({ key: earlier })).toMatchObject(result);
  site.provider.answerWith(half);
  await abandon(site);
  const body = { ...site.order, content: 'One. Two. Three. '.repeat(110) };
  expect(await site.ask({ key: `${key}-2`, body })).toMatchObject({ body: { code: 'budget-spent' } });
  expect(await site.find(key)).toEqual(running);
  site.provider.answerWith(streamed(usualReply));
  expect(await site.ask({ key: `${key}-3` })).toMatchObject(result);
  expect(await site.find(key)).toEqual({ state: 'lost' });
});

test.each(['LIMIT_RUNNING_PER_WORKSPACE', 'LIMIT_RUNNING'])(
  'with %s of 1, an abandoned generation does not end for a request that only repeats another one',
  async (limit) => {
    const site = await serveGenerations(half, { [limit]: '1' });
    await abandon(site);
    expect(await site.ask({ key: `${key}-2`, headers: { [repeatOnly]: 'yes' } })).toMatchObject(abandoned);
    expect(await site.find(key)).toEqual(running);
  },
);

test('on a full server no abandoned generation ends for an order that a limit of the day refuses', async () => {
  const site = await serveGenerations(half, { LIMIT_RUNNING: '1', LIMIT_GENERATIONS_PER_DAY: '1' });
  await abandon(site);
  const refused = { status: 429, body: { code: 'visitor-day-limit' } };
  expect(await site.ask({ key: `${key}-2` })).toMatchObject(refused);
  expect(await site.find(key)).toEqual(running);
});
