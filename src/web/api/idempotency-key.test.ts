import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { FinishedGeneration } from '#core/generation/finished-generation.ts';

import { ApiError, apiError } from './send.ts';
import type { VersionEvent } from './generations-api.ts';
import { sendWithKey, storedKey } from './idempotency-key.ts';
import { lastKey } from '#web/lib/storage.ts';
import { testGeneration } from './test-generation.ts';

const order = { content: 'One.', linkIds: ['1'] };
const start: VersionEvent = { type: 'version-start', version: 'safe' };
const result = testGeneration('One.');
const problem = (code: string) => new ApiError({ code, detail: code, status: 409 });

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

type Answer = readonly (VersionEvent | FinishedGeneration | Error)[];

/** Presses Generate. The server sends one of the answers for each request. */
async function press(body: object, ...answers: readonly Answer[]) {
  const keys: string[] = [];
  const events: string[] = [];
  let failure: unknown = null;
  async function send(key: string, onEvent: (event: VersionEvent) => void) {
    const answer = answers[keys.length] ?? [];
    keys.push(key);
    for (const part of await Promise.resolve(answer)) {
      if (part instanceof Error) throw part;
      if (!('type' in part)) return part;
      onEvent(part);
    }
    throw new Error('The answer has no result.');
  }
  try {
    await sendWithKey(body, send, ({ type }) => events.push(type));
    events.push('result');
  } catch (error) {
    failure = error;
  }
  return { keys, events, failure: failure instanceof ApiError ? failure.code : failure };
}

test('a second press with the same body has the same key, a press with another body has a new one', async () => {
  const first = await press(order, [start, result]);
  expect(first).toMatchObject({ events: ['version-start', 'result'], failure: null });
  expect(first.keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect((await press(order, [result])).keys).toEqual(first.keys);
  const other = await press({ ...order, linkIds: ['2'] }, [result]);
  expect(other.keys).not.toEqual(first.keys);
  expect((await press(order, [result])).keys).not.toEqual(first.keys);
});

test('the first press after Reset has a new key', async () => {
  const first = await press(order, [result]);
  lastKey.forget();
  expect((await press(order, [result])).keys).not.toEqual(first.keys);
});

test.each(['network-failed', 'generation-failed', 'rate-limited', 'server-busy', 'server-full'])(
  'the press after an unanswered one (%s) has the same key',
  async (code) => {
    const first = await press(order, [start, problem(code)]);
    expect(first).toMatchObject({ events: ['version-start'], failure: code });
    expect((await press(order, [result])).keys).toEqual(first.keys);
  },
);

test.each([problem('provider-quota'), new DOMException('Stopped', 'AbortError')])(
  'the press after a refused or stopped one has a new key',
  async (failure) => {
    const first = await press(order, [start, failure]);
    expect((await press(order, [result])).keys).not.toEqual(first.keys);
  },
);

test('the press after one whose listener has failed has a new key', async () => {
  const keys: string[] = [];
  async function send(key: string, onEvent: (event: VersionEvent) => void) {
    keys.push(key);
    onEvent(start);
    return result;
  }
  const leave = () => {
    throw new Error('The listener has failed.');
  };
  await expect(sendWithKey(order, send, leave)).rejects.toThrow('The listener has failed.');
  expect(await sendWithKey(order, send, () => {})).toBe(result);
  expect(new Set(keys).size).toBe(2);
});

test.each(['generation-abandoned', 'generation-interrupted'])(
  'a stored key whose generation is lost (%s) is replaced once',
  async (code) => {
    await press(order, [apiError('network-failed')]);
    const again = await press(order, [problem(code)], [start, result]);
    expect(again).toMatchObject({ events: ['version-start', 'result'], failure: null });
    expect(new Set(again.keys).size).toBe(2);
    await press(order, [apiError('network-failed')]);
    const lost = await press(order, [problem(code)], [problem(code)], [result]);
    expect(lost).toMatchObject({ events: [], failure: code });
    expect(lost.keys).toHaveLength(2);
  },
);

test('a new key whose generation is lost is not replaced, so no second call is paid', async () => {
  const lost = await press(order, [problem('generation-interrupted')], [result]);
  expect(lost).toMatchObject({ failure: 'generation-interrupted' });
  expect(lost.keys).toHaveLength(1);
});

test('after a reload the generation of the stored key is asked for, and no other one is started', async () => {
  expect(storedKey(order)).toBeNull();
  const first = await press(order, [start, apiError('network-failed')]);
  expect([storedKey(order), storedKey({ ...order, content: 'Two.' })]).toEqual([first.keys[0], null]);
  const keys: string[] = [];
  const join = (body: object, failure: Error | null) =>
    sendWithKey(
      body,
      async (key) => {
        keys.push(key);
        if (failure !== null) throw failure;
        return result;
      },
      () => {},
      { mayStart: false },
    );
  expect(await join(order, null)).toBe(result);
  await expect(join({ ...order, content: 'Two.' }, null)).rejects.toMatchObject({
    code: 'generation-failed',
  });
  await expect(join(order, problem('generation-abandoned'))).rejects.toMatchObject({
    code: 'generation-abandoned',
  });
  expect(keys).toEqual([first.keys[0], first.keys[0]]);
});

test('without storage each press has a new key', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const first = await press(order, [result]);
  expect(first.events).toEqual(['result']);
  expect((await press(order, [result])).keys).not.toEqual(first.keys);
});
