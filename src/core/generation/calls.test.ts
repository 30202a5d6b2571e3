import { expect, test } from 'vitest';

import { answerLimit } from '#core/limits/tokens.ts';

import { limitAnswer, readCalls } from './calls.ts';
import { testCall } from './test-job.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import type { GenerationClient, ModelPiece, OnPiece } from './generation-client.ts';

const request: CompletionRequest = {
  purpose: 'write',
  prompt: { system: '', user: '' },
  maxOutputTokens: null,
};

async function* say(...texts: readonly string[]): AsyncGenerator<ModelPiece> {
  for (const text of texts) yield await Promise.resolve({ type: 'text', text });
}

async function* failing(text: string, error: Error): AsyncGenerator<ModelPiece> {
  yield* say(text);
  throw error;
}

/** Returns calls with these answers, in their order. */
function callsOf(answers: readonly (() => AsyncIterable<ModelPiece>)[]) {
  let index = 0;
  const ask: GenerationClient['ask'] = (_request, take) => {
    index += 1;
    return testCall(answers[index - 1]?.() ?? say(), take);
  };
  return readCalls(
    answers.map(() => request),
    ask,
    () => {},
  );
}

async function collect<T>(arrivals: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const arrival of arrivals) all.push(arrival);
  return all;
}

test('all lines of all answers arrive, in the order of each answer', async () => {
  const all = await collect(callsOf([() => say('1\n', '2\n', '3\n'), () => say(), () => say('4\n', '5\n')]));
  const of = (call: number) =>
    all.flatMap((arrival) =>
      arrival.call === call ? [arrival.type === 'text' ? arrival.text : arrival.type] : [],
    );
  expect([of(0), of(1), of(2)]).toEqual([['1\n', '2\n', '3\n', 'ended'], ['ended'], ['4\n', '5\n', 'ended']]);
});

test('text is passed on with the end of its line, when it is long, and at the end of the answer', async () => {
  const all = await collect(callsOf([() => say('IN', 'SERT', ' 1:\nA', 'b'.repeat(600), 'c', 'd')]));
  expect(all).toEqual([
    { type: 'text', call: 0, text: 'INSERT 1:\nA' },
    { type: 'text', call: 0, text: 'b'.repeat(600) },
    { type: 'text', call: 0, text: 'cd' },
    { type: 'ended', call: 0 },
  ]);
});

test('every piece is noted, also one without text', async () => {
  const noted: string[] = [];
  async function* pieces(): AsyncGenerator<ModelPiece> {
    yield { type: 'answer' };
    yield* say('a', 'b\n');
    yield { type: 'usage', inputTokens: 1, outputTokens: 2 };
  }
  const ask: GenerationClient['ask'] = (_request, take) => testCall(pieces(), take);
  await collect(readCalls([request], ask, ({ type }) => void noted.push(type)));
  expect(noted).toEqual(['answer', 'text', 'text', 'usage']);
});

test('no more than four calls run at once', async () => {
  let running = 0;
  let most = 0;
  const answer = async function* () {
    running += 1;
    most = Math.max(most, running);
    yield* say('1\n', '2\n');
    running -= 1;
  };
  await collect(callsOf(Array.from({ length: 9 }, () => answer)));
  expect(most).toBe(4);
});

test('a call that fails does not end the others', async () => {
  const error = new Error('broken');
  const all = await collect(callsOf([() => failing('1\n', error), () => say('2\n', '3\n')]));
  expect(all).toContainEqual({ type: 'failed', call: 0, error });
  expect(all).toContainEqual({ type: 'text', call: 1, text: '3\n' });
  expect(all).toContainEqual({ type: 'ended', call: 1 });
});

test('a reader that stops ends all calls, and waits for their end', async () => {
  const left: string[] = [];
  const ended = (name: string) => (): AsyncIterable<ModelPiece> => ({
    [Symbol.asyncIterator]: () => ({
      next: () =>
        name === 'silent'
          ? new Promise(() => {})
          : Promise.resolve({ done: false, value: { type: 'text', text: '1\n' } }),
      async return() {
        left.push(name);
        return { done: true, value: undefined };
      },
    }),
  });
  for await (const arrival of callsOf([ended('silent'), ended('loud')])) if (arrival.call === 1) break;
  expect(left).toEqual(['silent', 'loud']);
});

test('a call that may not be made ends those that were', async () => {
  const left: number[] = [];
  const ask = (index: number) => {
    if (index === 2) throw new Error('too dear');
    return { ended: new Promise<void>((resolve) => setTimeout(resolve)), leave: () => void left.push(index) };
  };
  let index = -1;
  const calls = readCalls(
    [request, request, request],
    () => ask((index += 1)),
    () => {},
  );
  await expect(collect(calls)).rejects.toThrow('too dear');
  expect(left).toEqual([0, 1]);
});

test('no answer is read faster than its reader', async () => {
  let asked = 0;
  const endless = async function* () {
    for (;;) {
      asked += 1;
      yield* say('1\n');
    }
  };
  let read = 0;
  for await (const _ of callsOf([endless, endless])) {
    read += 1;
    expect(asked).toBeLessThanOrEqual(read + 2);
    if (read === 50) break;
  }
});

const limitedRequest: CompletionRequest = {
  purpose: 'write',
  prompt: { system: 'Edit.', user: 'Weave.' },
  maxOutputTokens: 1000,
};

function limit(pieces: AsyncIterable<ModelPiece>, take: OnPiece) {
  return limitAnswer((limited) => testCall(pieces, limited), limitedRequest, take, 'wide');
}

/** Returns a model that repeats the words without end, and a record of its length and its end. */
function withoutEnd(words: string, type: 'text' | 'unread' = 'text') {
  const seen = { length: 0, isLeft: false };
  async function* pieces(): AsyncGenerator<ModelPiece> {
    yield { type: 'answer' };
    try {
      for (;;) {
        yield await Promise.resolve({ type, text: words });
        seen.length += words.length;
      }
    } finally {
      seen.isLeft = true;
    }
  }
  return { seen, pieces };
}

test.each([
  ['English, a word at a time', 'and so on ', 10_000],
  ['Chinese', '好的土壤和规律的浇水', 2500],
  ['all at once', 'and so on '.repeat(20_000), 200_000],
])('the call of a model without an end is ended: %s', async (_, words, mostLength) => {
  const { seen, pieces } = withoutEnd(words);
  let passed = 0;
  const limited = limit(pieces(), (piece) => {
    if (piece.type === 'text') passed += piece.text.length;
  });
  await expect(limited.ended).rejects.toMatchObject({ code: 'provider-output-limit' });
  expect(seen.isLeft).toBe(true);
  expect(seen.length).toBeLessThanOrEqual(mostLength);
  expect(passed).toBeGreaterThan(1000);
  expect(passed).toBeLessThanOrEqual(10_000);
});

test('endless thoughts are counted like text', async () => {
  const { seen, pieces } = withoutEnd('Let me think. ', 'unread');
  const limited = limit(pieces(), ({ type }) => expect(type).not.toBe('text'));
  await expect(limited.ended).rejects.toMatchObject({ code: 'provider-output-limit' });
  expect(seen).toMatchObject({ isLeft: true, length: expect.toSatisfy((length) => length < 10_000) });
});

test('the call is ended before the reader asks for more', async () => {
  const { seen, pieces } = withoutEnd('and so on '.repeat(20_000));
  const taken: string[] = [];
  const limited = limit(pieces(), async ({ type }) => {
    taken.push(type);
    if (type === 'text') await expect.poll(() => seen.isLeft).toBe(true);
  });
  await expect(limited.ended).rejects.toMatchObject({ code: 'provider-output-limit' });
  expect(taken).toEqual(['answer', 'text']);
});

test('an answer within the limit is passed on completely', async () => {
  async function* pieces(): AsyncGenerator<ModelPiece> {
    for (let word = 0; word < 1000; word += 1)
      yield await Promise.resolve({ type: 'text', text: ' word' } as const);
    yield { type: 'usage', inputTokens: 20, outputTokens: 1000 };
  }
  let count = 0;
  await limit(pieces(), () => void (count += 1)).ended;
  expect(count).toBe(1001);
  expect(answerLimit(limitedRequest)).toBe(1450);
});
