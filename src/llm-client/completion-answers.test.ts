import { afterEach, beforeEach, expect, test } from 'vitest';

import { call, failureOf } from '#provider/call.ts';
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
import { inOrder, type Step } from '#provider/exchange.ts';
import { startProvider, type Provider } from '#provider/provider.ts';
import { bytes, end, hang, head, inSlices, pause, reset, respond } from '#provider/steps.ts';

const reply = 'VERSION: SAFE\nÜber die Brücke – 🥾 [[good boots]]((https://a.example/?x=1))\n';
const usage = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 };
const counted = { type: 'usage', inputTokens: 5, outputTokens: 7 };

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider(streamed(reply));
});
afterEach(() => provider.close());

const saysA = inOrder(pieces('A'), chunk({}, 'stop'), done, end);

test.each([
  ['streamed', streamed(reply)],
  ['at once', atOnce(reply)],
  ['streamed byte by byte', inSlices(1, streamed(reply, { size: 5 }))],
  ['at once byte by byte', inSlices(1, atOnce(reply))],
])('a reply %s arrives whole, with the count of its tokens', async (_name, answer) => {
  expect(await call(provider, answer)).toEqual({
    text: reply,
    pieces: [
      { type: 'answer' },
      { type: 'text', text: reply },
      { type: 'usage', inputTokens: 400, outputTokens: 600 },
    ],
    problem: null,
  });
});

test('comments, blank lines, CRLF, roles and other events without text are ignored', async () => {
  const odd = inOrder(
    streamHead,
    bytes(`: ping\r\n\r\ndata: {"choices":[{"delta":{"role":"assistant"}}]}\r\n\r\n`),
    event({ object: 'ping' }),
    event({ status: 'queued', message: 'There are two requests before yours.' }),
    event({ code: 0, msg: 'ok' }),
    event({ choices: [{ delta: null }] }),
    event({ choices: [{ delta: { content: 'A', reasoning_content: 'Hm.' } }], error: null }),
    event({ choices: [], usage }),
    done,
    end,
  );
  expect(await call(provider, odd)).toMatchObject({ text: 'A', problem: null });
});

test('of several choices the first with text is read, wherever it is', async () => {
  const other = { index: 1, delta: { content: 'X' }, message: { content: 'X' }, finish_reason: 'stop' };
  const first = { index: 0, delta: { content: 'A' }, message: { content: 'A' }, finish_reason: 'stop' };
  const mixed = inOrder(
    streamHead,
    event({ choices: [other, first] }),
    event({ choices: [other] }),
    pieces('A'),
    event({ choices: [{ index: 1, delta: { content: '' } }, first] }),
    done,
    end,
  );
  expect((await call(provider, mixed)).text).toBe('AAA');
  expect((await call(provider, completion([other, first]))).text).toBe('A');
});

test.each([
  ['finish_reason alone', inOrder(streamHead, pieces('A'), chunk({}, 'stop'), end), false],
  ['[DONE] alone', inOrder(streamHead, pieces('A'), done, hang), false],
  [
    'the count in the last piece',
    inOrder(streamHead, event({ choices: [{ delta: { content: 'A' }, finish_reason: 'stop' }], usage }), end),
    true,
  ],
  [
    'the count after it',
    inOrder(streamHead, pieces('A'), chunk({}, 'stop'), pause(50), event({ choices: [], usage }), hang),
    true,
  ],
  ['a connection that hangs after it', inOrder(streamHead, pieces('A'), chunk({}, 'stop'), hang), false],
  [
    'a connection that breaks after it',
    inOrder(streamHead, pieces('A'), chunk({}, 'stop'), pause(50), reset),
    false,
  ],
  ['rubbish after it', inOrder(streamHead, pieces('A'), chunk({}, 'stop'), event('<html>'), end), false],
])('an end is an end by %s', async (_name, answer, isCounted) => {
  const outcome = await call(provider, answer, { limits: { countMs: isCounted ? 10_000 : 200 } });
  expect(outcome).toMatchObject({ text: 'A', problem: null });
  expect(outcome.pieces.slice(2)).toEqual(isCounted ? [counted] : []);
});

const piece = (content: string, reason: string | null) =>
  event({ choices: [{ index: 0, delta: { content }, finish_reason: reason }] });
const pings = async (exchange: Parameters<Step>[0]) => {
  while (!exchange.signal.aborted) {
    await exchange.write(': ping\n\n');
    await pause(20)(exchange);
  }
};

test.each([
  // Pings do not prolong the wait for a count, and the count ends it.
  ['an end, with pings behind it', inOrder(streamHead, pieces('AB'), chunk({}, 'stop'), pings), 0],
  ['an end with the last piece', inOrder(streamHead, piece('A', null), piece('B', 'stop'), pings), 0],
  [
    'an end and a count, with pings behind it',
    inOrder(streamHead, pieces('AB'), chunk({}, 'stop'), event({ choices: [], usage }), pings),
    0,
  ],
  // An end with the first piece may come with each piece, so more text is waited for as inside a text.
  [
    'an end with each piece',
    inOrder(streamHead, piece('A', 'stop'), pause(500), piece('B', 'stop'), pings),
    1000,
  ],
])('the result comes soon after %s', async (_name, answer, least) => {
  const began = performance.now();
  const limits = { countMs: 200, idleMs: 1000, totalMs: 60_000 };
  expect(await call(provider, answer, { limits })).toMatchObject({ text: 'AB', problem: null });
  expect(performance.now() - began).toBeGreaterThanOrEqual(least);
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();
});

test.each([
  ['a connection that breaks', inOrder(streamHead, pieces('A'), pause(100), reset)],
  ['a stream that ends without [DONE] and finish_reason', inOrder(streamHead, pieces('A'), end)],
  ['a stream that ends inside an event', inOrder(streamHead, pieces('A'), bytes('data: {"choi'), end)],
])('%s is a cut reply: its text is kept, and it is not paid for twice', async (_name, answer) => {
  const { text, pieces: said, problem } = await call(provider, answer);
  expect([text, problem?.code]).toEqual(['A', 'provider-reply-cut']);
  expect(said.map(({ type }) => type)).toEqual(['answer', 'text']);
  expect(provider.calls).toHaveLength(1);
});

test.each([
  ['before the first text', inOrder(streamHead, pause(100), reset)],
  [
    'inside an answer at once',
    inOrder(head(200, { 'content-type': 'application/json' }), bytes('{"choices":[{'), pause(100), reset),
    { type: 'unread', text: '{"choices":[{' },
  ],
])(
  'a connection that breaks %s leaves no text, and no other call is made',
  async (_name, answer, ...unread) => {
    const { pieces: said, problem } = await call(provider, answer);
    expect([said, problem?.code]).toEqual([[{ type: 'answer' }, ...unread], 'provider-reply-cut']);
    expect(provider.calls).toHaveLength(1);
  },
);

test.each([
  ['streamed', inOrder(streamHead, chunk({ reasoning_content: 'Hm.', reasoning: 'Hm.' }), saysA)],
  [
    'of parts',
    inOrder(streamHead, chunk({ content: [{ type: 'thinking', thinking: [{ text: 'Hm.' }] }] }), saysA),
  ],
  ['at once', completion([{ message: { content: 'A', reasoning: 'Hm.' }, finish_reason: 'stop' }])],
])('thoughts %s are told beside the text', async (_name, answer) => {
  const { pieces: said, text } = await call(provider, answer);
  expect(text).toBe('A');
  expect(said.slice(0, 2)).toEqual([{ type: 'answer' }, { type: 'unread', text: 'Hm.' }]);
});

const last = (delta: object, reason: string) =>
  inOrder(
    streamHead,
    event({ choices: [{ delta, finish_reason: reason }] }),
    event({ choices: [], usage }),
    done,
    end,
  );
const whole = (message: object, reason: string) =>
  respond(200, 'application/json', JSON.stringify({ choices: [{ message, finish_reason: reason }], usage }));

test.each([
  ['provider-output-limit', { content: 'A' }, 'length'],
  ['provider-output-limit', { content: 'A' }, 'model_length'],
  ['provider-filtered', { content: 'A' }, 'content_filter'],
  ['provider-filtered', { content: 'A', refusal: 'I would rather not.' }, 'stop'],
  ['provider-filtered', { content: 'A' }, 'content_filter: RECITATION'],
  ['provider-unavailable', { content: 'A' }, 'error'],
  ['provider-reply-cut', { content: 'A' }, 'abort'],
  ['provider-reply-cut', { content: 'A' }, 'network_error'],
  ['provider-reply-cut', { content: 'A' }, 'nobody knows this one'],
  ['provider-filtered', { content: 'A' }, 'sensitive'],
  ['provider-filtered', { content: 'A' }, 'recitation'],
  ['provider-filtered', { content: 'A' }, 'PROHIBITED_CONTENT'],
  ['provider-unavailable', { content: 'A' }, 'engine_overloaded'],
  ['provider-filtered', { content: 'A' }, 'ERROR_TOXIC'],
  ['provider-output-limit', { content: 'A' }, 'model_context_window_exceeded'],
  ['provider-tool-call', { content: 'A' }, 'tool_calls'],
  ['provider-tool-call', { content: 'A', tool_calls: [{}] }, 'tool_use'],
])('%s is reported after the text and the count: %j %s', async (code, message, reason) => {
  for (const answer of [last(message, reason), whole(message, reason)]) {
    const { pieces: said, problem } = await call(provider, answer);
    expect(said).toEqual([{ type: 'answer' }, { type: 'text', text: 'A' }, counted]);
    expect(problem?.code).toBe(code);
  }
});

test.each(['stop', 'STOP', 'end_turn', 'eos', 'COMPLETE', 'stop_sequence'])(
  '%s is a proper end',
  async (reason) => {
    for (const answer of [last({ content: 'A' }, reason), whole({ content: 'A' }, reason)])
      expect(await call(provider, answer)).toMatchObject({ text: 'A', problem: null });
  },
);

test.each([
  ['provider-unavailable', { message: 'The server had an error.', type: 'server_error' }],
  ['provider-quota', { message: 'Pay first.', code: 'insufficient_quota' }],
  ['provider-rate-limited', { message: 'Slow down.', code: 429 }],
  ['provider-unavailable', { message: 'Overloaded', type: 'overloaded_error' }],
  ['provider-context-exceeded', { message: 'The prompt exceeds the context window.', code: '400' }],
  ['provider-unavailable', 'overloaded'],
])('%s is recognized from an error inside the reply: %j', async (code, error) => {
  const inside = await call(
    provider,
    inOrder(
      streamHead,
      bytes(`data: {"choices":[{"delta":{"content":"A"}}]}\n\ndata: ${JSON.stringify({ error })}\n\n`),
      end,
    ),
  );
  expect([inside.text, inside.problem?.code]).toEqual(['A', code]);
  expect((await failureOf(provider, respond(200, 'application/json', JSON.stringify({ error })))).code).toBe(
    code,
  );
  expect(provider.calls).toHaveLength(2);
});

test.each([
  ['a sentence', respond(200, 'text/plain', 'upstream connect error')],
  ['JSON that is cut short', respond(200, 'application/json', '{"choices":[{"mess')],
  ['JSON of another shape', respond(200, 'application/json', '[]')],
  ['an event that is no JSON', inOrder(streamHead, event('{"choices":'), done, end)],
  ['an event of another shape', inOrder(streamHead, event({ choices: 'none' }), done, end)],
])('%s is a broken reply', async (_name, answer) => {
  expect((await failureOf(provider, answer)).code).toBe('provider-reply-broken');
  expect(provider.calls).toHaveLength(1);
});

test('a page of HTML comes from a wrong address', async () => {
  const page = respond(200, 'text/html', '<!doctype html><h1>Welcome</h1>');
  expect((await failureOf(provider, page)).code).toBe('provider-address');
  expect(provider.calls).toHaveLength(1);
});

test.each([
  ['no choices', completion([])],
  ['an end alone', inOrder(head(200, {}), bytes('data: [DONE]\n\n'), end)],
  ['null content', atOnce(null)],
  ['empty content', atOnce('')],
  ['a stream without text', streamed('')],
])('%s: no content was received', async (_name, answer) => {
  expect((await failureOf(provider, answer)).message).toBe('No content received from OpenAI');
});

test.each([
  [
    'thoughts',
    inOrder(streamHead, ...Array.from({ length: 200 }, () => chunk({ reasoning: 'a'.repeat(1000) }))),
    { streamBytes: 100_000 },
  ],
  ['one event', inOrder(streamHead, bytes(`data: ${'a'.repeat(200_000)}`), hang), { heldBytes: 100_000 }],
  [
    'spaces',
    inOrder(head(200, { 'content-type': 'application/json' }), bytes(' '.repeat(200_000)), hang),
    { heldBytes: 100_000 },
  ],
])('a reply of too much %s is ended', async (_name, answer, limits) => {
  expect((await failureOf(provider, answer, { limits })).code).toBe('provider-reply-broken');
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();
});

test('more text than the limit of memory exceeds the output limit, in whatever pieces it comes', async () => {
  const limits = { heldBytes: 25_000, streamBytes: 60_000 };
  for (const size of [1000, 20_000]) {
    const answer = inOrder(streamHead, pieces('a'.repeat(200_000), { size }));
    const failure = await failureOf(provider, answer, { limits });
    expect(failure.code).toBe('provider-output-limit');
  }
});

test.each([
  ['one line', inOrder(streamHead, bytes(`data: ${'a'.repeat(200_000)}`), hang)],
  ['events without text', inOrder(streamHead, bytes('data: {"choices":[]}\n\n'.repeat(40_000)), hang)],
  [
    'an answer at once',
    inOrder(head(200, { 'content-type': 'application/json' }), bytes(' '.repeat(200_000)), hang),
  ],
])('%s of far more bytes than what was asked for can take is ended', async (_name, answer) => {
  expect((await failureOf(provider, answer, { maxOutputTokens: 100 })).code).toBe('provider-reply-broken');
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();
});
