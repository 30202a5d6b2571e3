import { expect, test } from 'vitest';

import { chunk, done, pieces, streamed, streamHead } from '#provider/completion-steps.ts';
import { inOrder } from '#provider/exchange.ts';
import { end, hang, pause, refuse } from '#provider/steps.ts';

import { usualReply, serveGenerations } from '#provider/serve-generations.ts';

const key = 'b6a1a1f0-5f0c-4c4e-9d1f-0d6f0f6b7a11';
const slowly = inOrder(pause(300), streamed(usualReply));
/** Weaves the link into the first version, begins the second, and then sends nothing more. */
const halfReply =
  'VERSION: SAFE\nINSERT 3: Here are [[two words]]((L1)).\nVERSION: INTERESTING\nINSERT 3: And';
const half = inOrder(streamHead, pieces(halfReply), hang);
const result = {
  status: 200,
  body: { versions: { safe: expect.any(String), experimental: expect.stringContaining('Three') } },
};

test('requests with the same key are one call, and all get the same answer, as a stream and as JSON', async () => {
  const { ask, stream, provider } = await serveGenerations(slowly);
  const streams = [stream({ key }), stream({ key })];
  const answers = await Promise.all([ask({ key }), ask({ key }), ask({ key })]);
  for (const answer of answers) expect(answer).toMatchObject(result);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  for (const { whole } of await Promise.all(streams))
    expect(await whole).toMatch(/event: version-start[^]*event: result\ndata: .*Three/);
  expect(provider.calls).toHaveLength(1);
});

test('requests without a key are one call each', async () => {
  const { ask, provider } = await serveGenerations(slowly);
  await Promise.all([ask(), ask()]);
  expect(provider.calls).toHaveLength(2);
});

test('a request that is repeated later gets the same result, also when its links are deleted', async () => {
  const { ask, stream, provider, links, order } = await serveGenerations(streamed(usualReply));
  const first = await ask({ key });
  expect(first).toMatchObject(result);
  await links.remove('shared', order.linkIds[0] ?? '');
  expect((await ask({ key })).body).toEqual(first.body);
  const { whole } = await stream({ key });
  expect(await whole).toMatch(/^: open\n\nevent: result\ndata: .*\n\n$/);
  expect(provider.calls).toHaveLength(1);
});

test('a visitor who reconnects in the middle gets all events from the beginning', async () => {
  const { stream, provider } = await serveGenerations(half);
  const leaving = new AbortController();
  const first = await stream({ key, signal: leaving.signal });
  await expect.poll(first.received).toContain('two words');
  leaving.abort();
  const second = await stream({ key });
  await expect.poll(second.received).toMatch(/version-start[^]*version-edit[^]*two words/);
  expect(provider.calls.map(({ abortedAt }) => abortedAt)).toEqual([null]);
});

test('a failure is returned again, too, with the versions that were finished before it', async () => {
  const cut = inOrder(
    streamHead,
    pieces('VERSION: SAFE\nOne. Two.\nVERSION: CRAZY\nThr'),
    chunk({}, 'length'),
    done,
    end,
  );
  const { ask, provider } = await serveGenerations(cut);
  const first = await ask({ key });
  expect(first).toMatchObject({
    body: {
      code: 'provider-output-limit',
      generation: { versions: { safe: 'One. Two. Three.' } },
    },
  });
  const again = await ask({ key });
  const { requestId: firstId, ...body } = Object(first.body);
  const { requestId: againId, ...bodyAgain } = Object(again.body);
  expect([again.status, bodyAgain]).toEqual([first.status, body]);
  expect(firstId).not.toBe(againId);
  expect(provider.calls).toHaveLength(1);
});

test('a key belongs to one request: another body is refused, while the first runs and afterwards', async () => {
  const { ask, order, provider } = await serveGenerations(slowly);
  const running = ask({ key });
  await expect.poll(() => provider.calls.length).toBe(1);
  const others = [{ content: 'Other.' }, { linkIds: ['gone'] }, { writer: 'built-in' }];
  const refused = { status: 422, body: { code: 'idempotency-key-reused' } };
  for (const other of others) expect(await ask({ key, body: { ...order, ...other } })).toMatchObject(refused);
  expect(await running).toMatchObject(result);
  for (const other of others) expect(await ask({ key, body: { ...order, ...other } })).toMatchObject(refused);
  expect(provider.calls).toHaveLength(1);
});

test.each(['short', 'x'.repeat(201), 'with\ta tab', 'ümlaut-ümlaut'])(
  'an invalid key is refused (%s)',
  async (wrong) => {
    const { ask, provider } = await serveGenerations(slowly);
    const body = { code: 'idempotency-key-invalid', detail: expect.stringContaining('8 to 200') };
    expect(await ask({ key: wrong })).toMatchObject({ status: 400, body });
    expect(provider.calls).toHaveLength(0);
  },
);

test('the same key from two visitors starts two generations', async () => {
  const { app, provider } = await serveGenerations(streamed(usualReply), { WORKSPACE: 'own' });
  for (const url of ['https://a.example/', 'https://a.example/']) {
    const host = 'localhost:1';
    const saved = await app.inject({
      method: 'POST',
      url: '/api/links',
      headers: { host },
      payload: { url },
    });
    const [cookie = ''] = String(saved.headers['set-cookie']).split(';', 1);
    const headers = { host, cookie, 'idempotency-key': key };
    const payload = { content: 'One.', linkIds: [Object(saved.json()).id] };
    const answer = await app.inject({ method: 'POST', url: '/api/generations', headers, payload });
    expect(answer.body).toContain('event: result');
  }
  expect(provider.calls).toHaveLength(2);
});

test('a refusal of the provider costs nothing and does not count against the day of the visitor', async () => {
  const environment = { LIMIT_GENERATIONS_PER_DAY: '2', LIMIT_GENERATIONS_PER_MINUTE: '0' };
  const { ask, left, provider } = await serveGenerations(refuse(401), environment);
  expect(await ask()).toMatchObject({ status: 502 });
  expect(await left()).toMatchObject({ leftToday: 2, budgetShare: 1 });
  provider.answerWith(streamed(usualReply));
  expect(await ask()).toMatchObject({ status: 200 });
  // 400 tokens in and 600 out of GPT-4, of five dollars.
  expect(await left()).toMatchObject({ leftToday: 1, budgetShare: 1 - 0.048 / 5 });
});

test('the built-in writer writes again for a repeated request, and its result is not stored', async () => {
  const environment = { LIMIT_RUNNING_PER_WORKSPACE: '1' };
  const { ask, order, database, provider } = await serveGenerations(streamed(usualReply), environment);
  const body = { ...order, writer: 'built-in' };
  const first = await ask({ key, body });
  expect(first.status).toBe(200);
  expect((await ask({ key, body })).body).toEqual(first.body);
  const orders = await database.query.selectFrom('orders').select(['key_hash', 'record']).execute();
  expect(orders).toEqual([first, first].map(() => ({ key_hash: null, record: null })));
  expect(provider.calls).toHaveLength(0);
});
