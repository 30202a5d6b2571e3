import { afterEach, beforeEach, expect, test } from 'vitest';

import { ProblemError } from '#core/problem/problem.ts';
import {
  atOnce,
  chunk,
  completion,
  done,
  event,
  pieces,
  streamHead,
  streamed,
} from '#provider/completion-steps.ts';
import type { Answer } from '#provider/exchange.ts';
import { inOrder, inTurn } from '#provider/exchange.ts';
import type { Provider } from '#provider/provider.ts';
import { startProvider } from '#provider/provider.ts';
import { bytes, end, hang, head, inSlices, pause, refuse, reset, respond } from '#provider/steps.ts';
import type { WritingJob } from '#server/model/chat-model.ts';

import type { OpenAiOptions } from './open-ai-model.ts';
import { createOpenAiModel } from './open-ai-model.ts';

const job: WritingJob = { prompt: { system: 'Be an editor.', user: 'Weave.' }, content: '', links: [] };
const reply = 'VERSION: SAFE\nÜber die Brücke – 🥾 [[good boots]]((https://a.example/?x=1))\n';
const key = 'sk-test-0123456789';
const soon = { totalMs: 5000, firstTextMs: 150, idleMs: 150 };

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider(streamed(reply));
});
afterEach(() => provider.close());

async function write(answer: Answer, options: OpenAiOptions = {}, signal = new AbortController().signal) {
  provider.answerWith(answer);
  const settings = { baseUrl: provider.baseUrl, apiKey: key, model: 'gpt-4', temperature: 0.7 };
  // With the dice at 1, a wait is a quarter shorter: 375 ms before the first retry, 750 ms before the second.
  const model = createOpenAiModel(settings, { random: () => 1, ...options });
  let text = '';
  for await (const piece of model.write(job, signal)) text += piece;
  return text;
}

async function failure(answer: Answer, options: OpenAiOptions = {}): Promise<ProblemError> {
  const text = await write(answer, options).catch((error: unknown) => error);
  if (text instanceof ProblemError) return text;
  throw new Error(`The call did not fail with a name: ${String(text)}`);
}

test('a streamed reply arrives whole', async () => {
  expect(await write(streamed(reply))).toBe(reply);
});

test('a reply given at once arrives whole', async () => {
  expect(await write(atOnce(reply))).toBe(reply);
});

test('cuts through characters and lines change nothing', async () => {
  expect(await write(inSlices(1, streamed(reply, { size: 5 })))).toBe(reply);
  expect(await write(inSlices(1, atOnce(reply)))).toBe(reply);
});

test('comments, blank lines, CRLF and role events are no text', async () => {
  const raw = `: ping\r\n\r\ndata: {"choices":[{"delta":{"role":"assistant"}}]}\r\n\r\ndata: {"choices":[{"delta":{"content":"A"}}]}\r\n\r\n: ping\r\n\r\ndata: [DONE]\r\n\r\n`;
  expect(await write(inOrder(streamHead, bytes(raw), end))).toBe('A');
});

test('an end is an end by finish_reason alone, and by [DONE] alone', async () => {
  expect(await write(inOrder(streamHead, pieces('A'), chunk({}, 'stop'), end))).toBe('A');
  expect(await write(inOrder(streamHead, pieces('A'), done, hang))).toBe('A');
});

test('the provider is asked once, with the model, the temperature, both messages and the key', async () => {
  await write(streamed(reply));
  expect(provider.calls).toHaveLength(1);
  expect(provider.calls[0]?.headers.authorization).toBe(`Bearer ${key}`);
  expect(provider.calls[0]?.body).toEqual({
    model: 'gpt-4',
    temperature: 0.7,
    stream: true,
    messages: [
      { role: 'system', content: 'Be an editor.' },
      { role: 'user', content: 'Weave.' },
    ],
  });
});

test('a provider without a key is sent none', async () => {
  const model = createOpenAiModel({ baseUrl: provider.baseUrl, apiKey: null, model: 'm', temperature: 0 });
  for await (const piece of model.write(job, new AbortController().signal)) expect(piece).not.toBe('');
  expect(provider.calls[0]?.headers).not.toHaveProperty('authorization');
});

test.each([
  ['provider-unauthorized', 401, {}],
  ['provider-quota', 402, {}],
  ['provider-quota', 429, { code: 'insufficient_quota' }],
  ['provider-forbidden', 403, {}],
  ['provider-model-missing', 404, {}],
  ['provider-refused-request', 400, {}],
  ['provider-refused-request', 422, {}],
  ['provider-context-exceeded', 413, {}],
  ['provider-context-exceeded', 400, { code: 'context_length_exceeded' }],
  ['provider-context-exceeded', 400, { message: "This model's maximum context length is 8192 tokens." }],
  ['provider-filtered', 400, { code: 'content_filter' }],
] as const)('%s is told from status %i and %o, and not tried again', async (code, status, error) => {
  expect((await failure(refuse(status, error))).code).toBe(code);
  expect(provider.calls).toHaveLength(1);
});

test.each([
  ['provider-timeout', 408, {}],
  ['provider-unavailable', 409, {}],
  ['provider-rate-limited', 429, {}],
  ['provider-unavailable', 500, {}],
  ['provider-unavailable', 503, {}],
  ['provider-timeout', 504, {}],
] as const)('%s is told from status %i and %o after two more tries', async (code, status, error) => {
  const problem = await failure(refuse(status, error, { 'retry-after-ms': '1' }));
  expect(problem.code).toBe(code);
  expect(provider.calls).toHaveLength(3);
});

test('a call that failed is made again after half a second, less the dice', async () => {
  expect(await write(inTurn(refuse(500), streamed(reply)))).toBe(reply);
  const [first, second] = provider.calls;
  expect((second?.startedAt ?? 0) - (first?.startedAt ?? 0)).toBeGreaterThanOrEqual(370);
});

test.each([{ 'retry-after-ms': '20' }, { 'retry-after': '0' }])(
  'the wait asked for by %o is kept',
  async (headers) => {
    expect(await write(inTurn(refuse(429, {}, headers), streamed(reply)))).toBe(reply);
    const [first, second] = provider.calls;
    expect((second?.startedAt ?? 0) - (first?.startedAt ?? 0)).toBeLessThan(300);
  },
);

test('a connection that breaks before the answer is opened again', async () => {
  expect(await write(inTurn(reset, streamed(reply)))).toBe(reply);
  expect(provider.calls).toHaveLength(2);
});

test('events that carry no text are passed over', async () => {
  const odd = inOrder(
    streamHead,
    event({ object: 'ping' }),
    event({ choices: [{ delta: null }] }),
    event({ choices: [], usage: { total_tokens: 1 } }),
    pieces('A'),
    done,
    end,
  );
  expect(await write(odd)).toBe('A');
});

test('a provider that is not there is unreachable', async () => {
  const settings = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: null, model: 'm', temperature: 0 };
  const model = createOpenAiModel(settings, { random: () => 1 });
  const first = model.write(job, new AbortController().signal)[Symbol.asyncIterator]().next();
  await expect(first).rejects.toMatchObject({ code: 'provider-unreachable' });
});

test.each([
  ['a connection that breaks', inOrder(streamHead, pieces('A'), pause(100), reset)],
  ['a connection that breaks before the first text', inOrder(streamHead, pause(100), reset)],
  [
    'a connection that breaks inside an answer at once',
    inOrder(head(200, { 'content-type': 'application/json' }), bytes('{"choices":[{'), pause(100), reset),
  ],
  ['a stream that ends without [DONE] and finish_reason', inOrder(streamHead, pieces('A'), end)],
  ['finish_reason length', inOrder(streamHead, pieces('A'), chunk({}, 'length'), done, end)],
  ['finish_reason length in an answer at once', atOnce('A', 'length')],
])('%s is a cut reply and is not paid for twice', async (_name, answer) => {
  expect((await failure(answer)).code).toBe('provider-reply-cut');
  expect(provider.calls).toHaveLength(1);
});

test.each([
  ['HTML with status 200', respond(200, 'text/html', '<h1>Welcome</h1>')],
  ['JSON that is cut short', respond(200, 'application/json', '{"choices":[{"mess')],
  ['JSON of another shape', respond(200, 'application/json', '[]')],
  ['an event that is no JSON', inOrder(streamHead, event('{"choices":'), done, end)],
  ['an event of another shape', inOrder(streamHead, event({ choices: 'none' }), done, end)],
  ['a redirect', respond(302, 'text/plain', '', { location: 'http://127.0.0.1:9/v1/chat/completions' })],
])('%s is a broken reply', async (_name, answer) => {
  expect((await failure(answer)).code).toBe('provider-reply-broken');
  expect(provider.calls).toHaveLength(1);
});

test('a redirect is not followed, so that the key goes nowhere else', async () => {
  const other = await startProvider(streamed(reply));
  await failure(respond(307, 'text/plain', '', { location: `${other.baseUrl}/chat/completions` }));
  expect(other.calls).toHaveLength(0);
  await other.close();
});

test.each([
  ['no choices', completion([])],
  ['null content', atOnce(null)],
  ['empty content', atOnce('')],
  ['a stream without text', streamed('')],
])('%s: no content was received', async (_name, answer) => {
  expect((await failure(answer)).message).toBe('No content received from OpenAI');
});

test.each([
  ['finish_reason content_filter', inOrder(streamHead, pieces('A'), chunk({}, 'content_filter'), done, end)],
  ['finish_reason content_filter at once', atOnce(null, 'content_filter')],
  ['a refusal', inOrder(streamHead, chunk({ refusal: 'I would rather not.' }), done, end)],
])('%s is a reply held back', async (_name, answer) => {
  expect((await failure(answer)).code).toBe('provider-filtered');
});

test.each([
  ['provider-unavailable', { message: 'The server had an error.', type: 'server_error' }],
  ['provider-quota', { message: 'Pay first.', code: 'insufficient_quota' }],
  ['provider-unavailable', 'overloaded'],
])('%s is told from an error inside the stream: %o', async (code, error) => {
  expect((await failure(inOrder(streamHead, pieces('A'), event({ error }), end))).code).toBe(code);
  expect((await failure(respond(200, 'application/json', JSON.stringify({ error })))).code).toBe(code);
});

test.each([
  ['before its head', hang],
  ['after its head', inOrder(head(200, { 'content-type': 'text/event-stream' }), hang)],
  ['inside the text', inOrder(streamHead, pieces('A'), hang)],
  ['inside an answer at once', inOrder(head(200, { 'content-type': 'application/json' }), bytes('{'), hang)],
])('a provider that falls silent %s takes too long, and the call is ended', async (_name, answer) => {
  const problem = await failure(answer, { limits: { ...soon, totalMs: 400 } });
  expect(problem.code).toBe('provider-timeout');
  expect(provider.calls).toHaveLength(1);
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();
});

test('a provider that drips for ever runs out of all its time', async () => {
  const drip = inOrder(streamHead, pieces('a'.repeat(1000), { size: 1, speed: 20 }));
  expect((await failure(drip, { limits: { ...soon, totalMs: 300 } })).code).toBe('provider-timeout');
});

test('a reader who takes his time is no silence of the provider', async () => {
  const settings = { baseUrl: provider.baseUrl, apiKey: null, model: 'm', temperature: 0 };
  const model = createOpenAiModel(settings, { limits: soon });
  let text = '';
  for await (const piece of model.write(job, new AbortController().signal)) {
    if (text === '') await new Promise((resolve) => setTimeout(resolve, 300));
    text += piece;
  }
  expect(text).toBe(reply);
});

test('a reply without end is not kept', async () => {
  const flood = inOrder(streamHead, pieces('a'.repeat(200_000), { size: 1000 }));
  expect((await failure(flood, { limits: { replyBytes: 100_000 } })).code).toBe('provider-reply-broken');
});

test.each([
  ['before the answer', hang],
  ['inside the text', inOrder(streamHead, pieces('A'), hang)],
  ['while a retry waits', refuse(429, {}, { 'retry-after': '30' })],
])('a user who leaves %s ends the call at once', async (_name, answer) => {
  const user = new AbortController();
  const writing = write(answer, {}, user.signal).catch((error: unknown) => error);
  await expect.poll(() => provider.calls.length).toBe(1);
  const left = Date.now();
  user.abort();
  expect(await writing).toMatchObject({ code: 'stopped' });
  expect(Date.now() - left).toBeLessThan(1000);
  if (answer !== hang) return;
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();
});

test('no message tells of the key or repeats the provider', async () => {
  const secret = 'Incorrect API key provided: sk-test-0123456789';
  const problems = [
    await failure(refuse(401, { message: secret })),
    await failure(respond(200, 'application/json', `${secret} {"`)),
    await failure(inOrder(streamHead, event(secret), end)),
  ];
  for (const problem of problems) {
    const told = `${problem.message} ${String(problem.cause)}`;
    expect(told).not.toContain('sk-test');
    expect(told).not.toContain('Incorrect');
  }
});

test('the log learns by which name a provider refused, and nothing that it said', async () => {
  const error = {
    message: 'No temperature for “my secret text”.',
    code: 'unsupported_value',
    param: 'temperature',
  };
  const { cause } = await failure(refuse(400, error));
  expect(cause).toBe('The provider answered with status 400 (code unsupported_value, param temperature).');
  const bare = await failure(refuse(400, { message: 'my secret text', code: 'my secret text' }));
  expect(bare.cause).toBe('The provider answered with status 400 (no name).');
});
