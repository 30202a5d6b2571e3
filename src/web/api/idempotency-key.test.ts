import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError, apiError } from './api-error.ts';
import { askAsClick } from './idempotency-key.ts';
import type { GenerationProgress } from './generation-events.ts';
import { forgetClick } from './last-key.ts';

const body = { content: 'One.', linkIds: ['1'] };
const report = {
  links: [],
  unknownUrls: [],
  sentencesAdded: 0,
  sentencesKept: 1,
  sentencesTotal: 1,
  wordsChanged: 0,
  wordsTotal: 1,
  words: 1,
  dropped: [],
  moved: [],
};
const start: GenerationProgress = { type: 'version-start', version: 'safe' };
const result: GenerationProgress = {
  type: 'result',
  generation: {
    text: 'One.',
    links: [],
    versions: { safe: 'One.', exploratory: '', experimental: '' },
    edits: { safe: [], exploratory: [], experimental: [] },
    report: { safe: report, exploratory: report, experimental: report },
    unfinished: [],
    usage: null,
  },
};
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

/** Presses Generate: the server says these things, one row for each time that it is asked. */
async function press(asked: object, ...answers: readonly (readonly (GenerationProgress | Error)[])[]) {
  const keys: string[] = [];
  const events: string[] = [];
  let failure: unknown = null;
  async function* ask(key: string) {
    const answer = answers[keys.length] ?? [];
    keys.push(key);
    for (const said of await Promise.resolve(answer)) {
      if (said instanceof Error) throw said;
      yield said;
    }
  }
  try {
    for await (const event of askAsClick(asked, ask)) events.push(event.type);
  } catch (error) {
    failure = error;
  }
  return { keys, events, failure: failure instanceof ApiError ? failure.code : failure };
}

test('a press after its result asks for the same again, other words or links for something else', async () => {
  const first = await press(body, [start, result]);
  expect(first).toMatchObject({ events: ['version-start', 'result'], failure: null });
  expect(first.keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect((await press(body, [result])).keys).toEqual(first.keys);
  const other = await press({ ...body, linkIds: ['2'] }, [result]);
  expect(other.keys).not.toEqual(first.keys);
  expect((await press(body, [result])).keys).not.toEqual(first.keys);
});

test('Reset asks for something different', async () => {
  const first = await press(body, [result]);
  forgetClick();
  expect((await press(body, [result])).keys).not.toEqual(first.keys);
});

test.each(['network-failed', 'generation-failed'] as const)(
  'a press that was not answered (%s) is repeated by the next one',
  async (code) => {
    const first = await press(body, [start, apiError(code)]);
    expect(first).toMatchObject({ events: ['version-start'], failure: code });
    expect((await press(body, [result])).keys).toEqual(first.keys);
  },
);

test.each([problem('provider-quota'), new DOMException('Stopped', 'AbortError')])(
  'a press that was refused or stopped is over: the next one is new',
  async (failure) => {
    const first = await press(body, [start, failure]);
    expect((await press(body, [result])).keys).not.toEqual(first.keys);
  },
);

test('who leaves in the middle is not joined by a later press', async () => {
  const keys: string[] = [];
  async function* ask(key: string) {
    keys.push(key);
    yield* await Promise.resolve([start, result]);
  }
  for await (const event of askAsClick(body, ask)) if (event.type === 'version-start') break;
  for await (const event of askAsClick(body, ask)) expect(event).toBeDefined();
  expect(new Set(keys).size).toBe(2);
});

test.each(['generation-abandoned', 'generation-interrupted'])(
  'a key from before whose call is lost (%s) is replaced once',
  async (code) => {
    await press(body, [apiError('network-failed')]);
    const again = await press(body, [problem(code)], [start, result]);
    expect(again).toMatchObject({ events: ['version-start', 'result'], failure: null });
    expect(new Set(again.keys).size).toBe(2);
    await press(body, [apiError('network-failed')]);
    const lost = await press(body, [problem(code)], [problem(code)], [result]);
    expect(lost).toMatchObject({ events: [], failure: code });
    expect(lost.keys).toHaveLength(2);
  },
);

test('a press of its own that is lost is told so, and pays for no second call', async () => {
  const lost = await press(body, [problem('generation-interrupted')], [result]);
  expect(lost).toMatchObject({ failure: 'generation-interrupted' });
  expect(lost.keys).toHaveLength(1);
});

test('where nothing can be stored, each press is one of its own', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const first = await press(body, [result]);
  expect(first.events).toEqual(['result']);
  expect((await press(body, [result])).keys).not.toEqual(first.keys);
});
