import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { FinishedGeneration } from '#core/generation/finished-generation.ts';

import { sentGeneration } from '#contract/generation-events.ts';

import { ApiError } from './send.ts';
import { createGenerate } from './generate.ts';
import { type Generate, type VersionEvent } from './generations-api.ts';
import { findEarlier } from './idempotency-key.ts';
import { lastKey } from '#web/lib/storage.ts';
import { testGeneration } from './test-generation.ts';

const order = { content: 'One.', linkIds: ['1'] };
const start: VersionEvent = { type: 'version-start', version: 'safe' };
const result = testGeneration('One.');
const problem = (code: string) => new ApiError({ code, detail: code, status: 409 });

let kept: Map<string, string>;
let generate: Generate;
beforeEach(() => {
  generate = createGenerate();
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

type Answer = readonly (VersionEvent | FinishedGeneration | ApiError)[];

/** The text of a stream with these events. */
function streamOf(answer: Answer): string {
  const events = answer.map((part) => {
    if (part instanceof ApiError)
      return { type: 'problem', code: part.code, detail: part.message, requestId: '' };
    return 'type' in part ? part : { type: 'result', generation: sentGeneration(part) };
  });
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
}

type Press = { readonly by?: 'server' | 'earlier'; readonly onEvent?: (event: VersionEvent) => void };

/** Presses Generate. The server sends one of the answers for each request; null: it cannot be reached. */
async function press(
  body: typeof order,
  answers: readonly (Answer | null)[],
  { by = 'server', onEvent }: Press = {},
) {
  const keys: string[] = [];
  const events: string[] = [];
  vi.stubGlobal('fetch', async (_path: string, { method, headers }: RequestInit) => {
    if (method === 'DELETE') return new Response(null, { status: 204 });
    const answer = answers[keys.length];
    keys.push(new Headers(headers).get('idempotency-key') ?? '');
    if (answer === null || answer === undefined) throw new TypeError('No network.');
    return new Response(streamOf(answer));
  });
  let failure: string | null = null;
  const options = {
    signal: new AbortController().signal,
    onEvent(event: VersionEvent) {
      onEvent?.(event);
      events.push(event.type);
    },
  };
  try {
    const generation = await generate({ kind: by }, body, options);
    expect(generation).toEqual(result);
    events.push('result');
  } catch (error) {
    failure = error instanceof ApiError ? error.code : String(error);
  }
  return { keys, events, failure };
}

test('a second press with the same body has the same key, a press with another body has a new one', async () => {
  const first = await press(order, [[start, result]]);
  expect(first).toMatchObject({ events: ['version-start', 'result'], failure: null });
  expect(first.keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect((await press(order, [[result]])).keys).toEqual(first.keys);
  const other = await press({ ...order, linkIds: ['2'] }, [[result]]);
  expect(other.keys).not.toEqual(first.keys);
  expect((await press(order, [[result]])).keys).not.toEqual(first.keys);
});

test('the first press after Reset has a new key', async () => {
  const first = await press(order, [[result]]);
  lastKey.forget();
  expect((await press(order, [[result]])).keys).not.toEqual(first.keys);
});

test.each([
  'network-failed',
  'generation-failed',
  'rate-limited',
  'request-timeout',
  'server-busy',
  'server-full',
])('the press after an unanswered one (%s) has the same key', async (code) => {
  const first = await press(order, [[start, problem(code)]]);
  expect(first).toMatchObject({ events: ['version-start'], failure: code });
  expect((await press(order, [[result]])).keys).toEqual(first.keys);
});

test('the press after a refused one has a new key', async () => {
  const first = await press(order, [[start, problem('provider-quota')]]);
  expect((await press(order, [[result]])).keys).not.toEqual(first.keys);
});

test('the press after one whose listener has failed has a new key', async () => {
  const onEvent = () => {
    throw new Error('The listener has failed.');
  };
  const first = await press(order, [[start, result]], { onEvent });
  expect(first.failure).toContain('The listener has failed.');
  expect((await press(order, [[result]])).keys).not.toEqual(first.keys);
});

test.each(['generation-abandoned', 'generation-interrupted'])(
  'a stored key whose generation is lost (%s) is replaced once',
  async (code) => {
    await press(order, [null]);
    const again = await press(order, [[problem(code)], [start, result]]);
    expect(again).toMatchObject({ events: ['version-start', 'result'], failure: null });
    expect(new Set(again.keys).size).toBe(2);
    await press(order, [null]);
    const lost = await press(order, [[problem(code)], [problem(code)], [result]]);
    expect(lost).toMatchObject({ events: [], failure: code });
    expect(lost.keys).toHaveLength(2);
  },
);

test('a new key whose generation is lost is not replaced, so no second call is paid', async () => {
  const lost = await press(order, [[problem('generation-interrupted')], [result]]);
  expect(lost).toMatchObject({ failure: 'generation-interrupted' });
  expect(lost.keys).toHaveLength(1);
});

test('after a reload the generation of the stored key is requested, and no other one is started', async () => {
  const ordered = { ...order, instructions: '', relinks: [] };
  expect(await findEarlier(ordered)).toBe('lost');
  const first = await press(order, [[start], [result]]);
  expect(first).toMatchObject({ failure: 'network-failed' });
  expect(await press(order, [[result]], { by: 'earlier' })).toMatchObject({
    keys: first.keys,
    failure: null,
  });
  const other = await press({ ...order, content: 'Two.' }, [[result]], { by: 'earlier' });
  expect(other).toMatchObject({ keys: [], failure: 'generation-failed' });
  const lost = await press(order, [[problem('generation-abandoned')], [result]], { by: 'earlier' });
  expect(lost).toMatchObject({ keys: first.keys, failure: 'generation-abandoned' });
});

test('without storage each press has a new key', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const first = await press(order, [[result]]);
  expect(first.events).toEqual(['result']);
  expect((await press(order, [[result]])).keys).not.toEqual(first.keys);
});
