import { expect, test } from 'vitest';

import { pieces, streamed, streamHead } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import { hang } from '#provider/steps.ts';

import { usualReply, serveGenerations } from '#provider/serve-generations.ts';

/** Weaves the link into the first version, begins the second, and then sends nothing more. */
const halfReply =
  'VERSION: SAFE\nINSERT 3: Here are [[two words]]((L1)).\nVERSION: INTERESTING\nINSERT 3: And';
const half = inOrder(streamHead, pieces(halfReply), hang);
const builtIn = { writer: 'built-in' };

test('above the limit of the process the answer is 503 with a time to retry, and a place becomes free again', async () => {
  const { ask, stream, provider, endsUpstream, order } = await serveGenerations(half, { LIMIT_RUNNING: '2' });
  const leaving = new AbortController();
  const streams = [await stream({ signal: leaving.signal }), await stream()];
  for (const { received } of streams) await expect.poll(received).toContain('two words');
  for (const body of [order, { ...order, ...builtIn }]) {
    const refused = await ask({ body });
    expect(refused).toMatchObject({ status: 503, body: { code: 'server-full' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  leaving.abort();
  await endsUpstream();
  provider.answerWith(streamed(usualReply));
  await expect.poll(async () => (await ask()).status).toBe(200);
});

test('a visitor has limits per minute and per day, and is told when the next generation is possible', async () => {
  const environment = { LIMIT_GENERATIONS_PER_MINUTE: '2', LIMIT_GENERATIONS_PER_DAY: '3' };
  const forwarded = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const { ask } = await serveGenerations(streamed(usualReply), { ...environment, TRUST_PROXY: 'loopback' });
  const visitor = forwarded('203.0.113.7');
  for (const status of [200, 200, 429]) expect((await ask(visitor)).status).toBe(status);
  const refused = await ask(visitor);
  expect(refused.body).toMatchObject({ code: 'visitor-minute-limit' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask(forwarded('203.0.113.8'))).status).toBe(200);
  expect((await ask(forwarded('::ffff:203.0.113.7'))).status).toBe(429);
  for (const [host, status] of [
    ['1', 200],
    ['2', 200],
    ['3', 429],
  ] as const)
    expect((await ask(forwarded(`2001:db8:1:2::${host}`))).status).toBe(status);
});

test('the built-in writer counts for no limit and no budget, and writes when both are used up', async () => {
  const environment = { LIMIT_GENERATIONS_PER_DAY: '1', BUDGET_DAILY_USD: '0.25' };
  const { ask, left, order, provider } = await serveGenerations(streamed(usualReply), environment);
  expect((await ask()).status).toBe(200);
  expect(await ask()).toMatchObject({ status: 429, body: { code: 'visitor-day-limit' } });
  for (const _ of [1, 2, 3])
    expect(await ask({ body: { ...order, ...builtIn } })).toMatchObject({
      status: 200,
      body: { usage: null, versions: { exploratory: expect.stringContaining('https://a.example/') } },
    });
  expect(await left()).toMatchObject({ leftToday: 0, closedBy: expect.stringMatching(/limit|budget/) });
  expect(provider.calls).toHaveLength(1);
});

test('a request whose worst case exceeds the budget is refused before the provider is called', async () => {
  const { ask, provider } = await serveGenerations(streamed(usualReply), { BUDGET_DAILY_USD: '0.01' });
  expect(await ask()).toMatchObject({ status: 429, body: { code: 'budget-spent' } });
  expect(provider.calls).toHaveLength(0);
});

test('a visitor who leaves early is charged for what was sent and received', async () => {
  const { stream, left, endsUpstream } = await serveGenerations(half);
  const leaving = new AbortController();
  const { received } = await stream({ signal: leaving.signal });
  await expect.poll(received).toContain('two words');
  const running = Object(await left()).budgetShare;
  leaving.abort();
  await endsUpstream();
  await expect.poll(async () => Object(await left()).budgetShare).toBeGreaterThan(running);
  expect(Object(await left()).budgetShare).toBeLessThan(1);
});

test('only the content and the links of a request reach the provider', async () => {
  const { app, links, order, provider } = await serveGenerations(streamed(usualReply));
  const secret = 'must-not-leave-1f7a';
  await links.create('shared', { url: `https://a.example/${secret}`, description: secret });
  const answer = await app.inject({
    method: 'POST',
    url: `/api/generations?model=${secret}`,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `Bearer ${secret}`,
      cookie: `session=${secret}`,
      'idempotency-key': `key-${secret}`,
      'user-agent': secret,
      referer: `https://${secret}.example/`,
      'x-forwarded-for': '203.0.113.99',
      'openai-organization': secret,
      'x-anything': secret,
    },
    payload: {
      ...order,
      linkIds: [...order.linkIds, secret, 'gone'],
      model: secret,
      temperature: 2,
      max_tokens: 1_000_000,
      messages: [{ role: 'user', content: secret }],
      system: secret,
      prompt: secret,
      links: [{ url: secret, description: secret }],
      tools: [secret],
      __proto__: { model: secret },
    },
  });
  expect(answer.statusCode).toBe(200);
  const [call] = provider.calls;
  expect(JSON.stringify(call)).not.toContain(secret);
  expect(JSON.stringify(call)).not.toContain('203.0.113.99');
  expect(Object.keys(call?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
  ]);
  expect(call?.headers.authorization).toBe('Bearer sk-secret');
  expect(call?.body).toMatchObject({ model: 'gpt-4', temperature: 0.7 });
  expect(call?.body?.max_tokens).toBeLessThan(3000);
});

test('more links than any text can have are refused before they are looked up', async () => {
  const { ask, order, provider } = await serveGenerations(streamed(usualReply));
  const repeated = Array.from({ length: 1000 }, () => order.linkIds[0]);
  expect((await ask({ body: { ...order, linkIds: repeated } })).status).toBe(200);
  const many = Array.from({ length: 1234 }, (_, index) => `link-${index}`);
  const detail = 'You’ve selected 1,234 links. The limit is 200. Please select fewer links and try again.';
  for (const more of [{}, builtIn])
    expect(await ask({ body: { ...order, linkIds: many, ...more } })).toMatchObject({
      status: 413,
      body: { code: 'content-too-long', detail },
    });
  expect(provider.calls).toHaveLength(1);
});
