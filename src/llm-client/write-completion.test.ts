import { afterEach, beforeEach, expect, test } from 'vitest';
import { call, failureOf } from '#provider/call.ts';
import { pieces, streamHead, streamed } from '#provider/completion-steps.ts';
import { inOrder, inTurn } from '#provider/exchange.ts';
import { startProvider, type Provider } from '#provider/provider.ts';
import { hang, refuse, reset } from '#provider/steps.ts';
import { createUndiciTransport } from '#server/model/chat-model.ts';
import { writeCompletion, openGenerationClient } from './write-completion.ts';
import { testCall, testJob } from '#core/generation/test-job.ts';
import { generate } from '#core/generation/generate.ts';
import { runTask } from '#core/generation/long-tasks.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import type { ModelPiece, OnPiece } from '#core/generation/generation-client.ts';
import { ProblemError, stopReason } from '#core/errors/problem-messages.ts';

const reply = 'VERSION: SAFE\nÜber die Brücke – 🥾\n';
const soon = { totalMs: 10_000, firstTextMs: 1000, idleMs: 1000 };

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider(streamed(reply));
});
afterEach(() => provider.close());

/** Returns a call whose pieces the test takes itself. */
function openCall(take: OnPiece, limits = soon) {
  const settings = { baseUrl: provider.baseUrl, apiKey: null, model: 'm', temperature: 0 };
  const prompt = { system: 'Be an editor.', user: 'Weave.' };
  const request = { purpose: 'write', prompt, maxOutputTokens: null } as const;
  const asked = { settings, transport: createUndiciTransport() };
  return writeCompletion(asked, request, { take, signal: new AbortController().signal }, { limits });
}

test('a provider that sends slowly without an end reaches the limit of the whole call', async () => {
  const drip = inOrder(streamHead, pieces('a'.repeat(1000), { size: 1, speed: 20 }));
  const problem = await failureOf(provider, drip, { limits: { ...soon, totalMs: 300 } });
  expect(problem.code).toBe('provider-timeout');
});

test('the time of a slow reader does not count as silence of the provider', async () => {
  let text = '';
  await openCall(async (piece) => {
    if (piece.type !== 'text') return;
    if (text === '') await new Promise((resolve) => setTimeout(resolve, 1500));
    text += piece.text;
  }).ended;
  expect(text).toBe(reply);
});

test('a reader that throws ends the call, also before the first text', async () => {
  provider.answerWith(inOrder(streamHead, hang));
  const taken: ModelPiece[] = [];
  const asked = openCall(
    (piece) => {
      taken.push(piece);
      throw new Error('enough');
    },
    { ...soon, firstTextMs: 10_000 },
  );
  await expect(asked.ended).rejects.toMatchObject({ cause: { message: 'enough' } });
  expect(taken).toEqual([{ type: 'answer' }]);
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();
});

test('a call that is left while it waits for a piece ends at once', async () => {
  provider.answerWith(inOrder(streamHead, hang));
  const taken: ModelPiece[] = [];
  const asked = openCall((piece) => void taken.push(piece), { ...soon, firstTextMs: 10_000 });
  await expect.poll(() => taken).toEqual([{ type: 'answer' }]);
  asked.leave();
  expect(await Promise.race([asked.ended.catch(() => 'over'), manyTurns()])).toBe('over');
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();
});

test('a call that is left before its answer may have begun', async () => {
  provider.answerWith(hang);
  const taken: ModelPiece[] = [];
  const asked = openCall((piece) => void taken.push(piece));
  await expect.poll(() => provider.calls.length).toBe(1);
  asked.leave();
  await expect(asked.ended).rejects.toBeInstanceOf(ProblemError);
  expect(taken).toEqual([{ type: 'answer' }]);
});

/**
 * Waits for a thousand turns of the event loop. This is far less than any limit or wait of a call, even on a busy
 * machine.
 */
async function manyTurns(): Promise<null> {
  for (let turn = 0; turn < 1000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return null;
}

test.each([
  ['before the answer', hang],
  ['inside the text', inOrder(streamHead, pieces('A'), hang)],
  ['while a retry waits', refuse(429, {}, { 'retry-after': '30' })],
])('a user who leaves %s ends the call at once', async (_name, answer) => {
  const user = new AbortController();
  const writing = call(provider, answer, { signal: user.signal });
  await expect.poll(() => provider.calls.length).toBe(1);
  user.abort();
  const outcome = await Promise.race([writing, manyTurns()]);
  expect(outcome?.problem).toMatchObject({ code: 'stopped' });
  if (answer !== hang) return;
  // The request was sent, so it may cost money.
  expect(outcome?.pieces).toEqual([{ type: 'answer' }]);
  await expect.poll(() => provider.calls[0]?.abortedAt).not.toBeNull();
});

function waited(): number {
  const [first, second] = provider.calls;
  return (second?.startedAt ?? 0) - (first?.startedAt ?? 0);
}

test.each([
  ['provider-timeout', 408, {}],
  ['provider-unavailable', 409, {}],
  ['provider-rate-limited', 429, {}],
  ['provider-unavailable', 500, {}],
  ['provider-unavailable', 503, {}],
  ['provider-timeout', 504, {}],
] as const)('%s is recognized from status %i and %o after two more tries', async (code, status, error) => {
  const problem = await failureOf(provider, refuse(status, error, { 'retry-after-ms': '1' }));
  expect(problem.code).toBe(code);
  expect(provider.calls).toHaveLength(3);
});

test('a failed call is repeated after half a second, less a random part', async () => {
  expect((await call(provider, inTurn(refuse(500), streamed('A')))).text).toBe('A');
  expect(waited()).toBeGreaterThanOrEqual(370);
});

test.each([[{ 'retry-after-ms': '900' }, 880] as const, [{ 'retry-after': '1' }, 980] as const])(
  'the wait asked for by %o is kept',
  async (headers, atLeast) => {
    expect((await call(provider, inTurn(refuse(429, {}, headers), streamed('A')))).text).toBe('A');
    expect(waited()).toBeGreaterThanOrEqual(atLeast);
  },
);

test.each([
  [429, 20, 'The AI provider is receiving too many requests. Please try again in a minute.'],
  [429, 600, 'The AI provider is receiving too many requests. Please try again in 10 minutes.'],
  [429, 86_400, 'The AI provider is receiving too many requests. Please try again in 24 hours.'],
  [503, 60, 'The AI provider has a problem at the moment. Please try again in a few minutes.'],
  [503, 3600, 'The AI provider has a problem at the moment. Please try again in 60 minutes.'],
  [503, 2_678_400, 'The AI provider has a problem at the moment. Please try again in 31 days.'],
])('with status %i, a wait of %i seconds is reported', async (status, seconds, message) => {
  const busy = refuse(status, {}, { 'retry-after-ms': '1' });
  const last = refuse(status, {}, { 'retry-after': String(seconds) });
  const problem = await failureOf(provider, inTurn(busy, busy, last));
  expect(problem).toMatchObject({ message, retryAfterSeconds: seconds });
});

test.each([
  [429, 3600, 'The AI provider is receiving too many requests. Please try again in 60 minutes.'],
  [503, 61, 'The AI provider has a problem at the moment. Please try again in a few minutes.'],
  [
    400,
    3600,
    'The AI provider didn’t accept the request. If another text fails too, please contact the site owner.',
  ],
  [504, 7200, 'The AI provider took too long to answer. Please try again in 2 hours.'],
])(
  'with status %i and a wait of %i seconds, which is too long, nothing is tried again',
  async (status, seconds, message) => {
    const problem = await failureOf(provider, refuse(status, {}, { 'retry-after': String(seconds) }));
    expect(problem).toMatchObject({ message, retryAfterSeconds: seconds });
    expect(provider.calls).toHaveLength(1);
  },
);

test('a connection that breaks before the answer is opened again', async () => {
  expect((await call(provider, inTurn(reset, streamed('A')))).text).toBe('A');
  expect(provider.calls).toHaveLength(2);
});

test('a provider at an address without a server is unreachable', async () => {
  const problem = await failureOf(provider, streamed('A'), {
    settings: { baseUrl: 'http://127.0.0.1:9/v1' },
  });
  expect(problem.code).toBe('provider-unreachable');
});

const links = [{ url: 'https://a.example/', description: 'A tent' }];
const job = testJob('A tent keeps the rain off. '.repeat(90), links);
const nothing = 'VERSION: SAFE\n(no edits)\nVERSION: INTERESTING\n(no edits)\nVERSION: CRAZY\n(no edits)\n';

/**
 * Runs a generation, with `afterFirst` at the end of the first call. Returns the purposes of its calls and how it
 * ended.
 */
async function callsUntilEnd(afterFirst: () => void, signal: AbortSignal) {
  const purposes: string[] = [];
  async function* write({ purpose }: CompletionRequest): AsyncGenerator<ModelPiece> {
    purposes.push(purpose);
    yield { type: 'answer' };
    yield await Promise.resolve({ type: 'text', text: nothing } as const);
    if (purpose === 'write') afterFirst();
  }
  const client = openGenerationClient(
    {
      tokenizer: undefined,
      write: (request, { take }) => testCall(write(request), take),
      async run(task) {
        if (signal.aborted && task.name !== 'check') throw stopReason(signal);
        return runTask(task);
      },
    },
    signal,
  );
  const steps: GenerationStep[] = [];
  let failure: unknown = null;
  try {
    for await (const step of generate(job, client)) steps.push(step);
  } catch (error) {
    failure = error;
  }
  return { purposes, failure, ends: steps.at(-1)?.type };
}

test('missing links are asked for after the first call', async () => {
  const { purposes, ends } = await callsUntilEnd(() => undefined, new AbortController().signal);
  expect(purposes).toEqual(['write', 'repair']);
  expect(ends).toBe('result');
});

test.each(['generation-abandoned', 'storage-failed'] as const)(
  'no second call begins if the generation was stopped at the end of the first: %s',
  async (code) => {
    const end = new AbortController();
    const { purposes, failure } = await callsUntilEnd(() => end.abort(new ProblemError(code)), end.signal);
    expect(purposes).toEqual(['write']);
    expect(failure).toMatchObject({ code, generation: { unfinished: [] } });
  },
);
