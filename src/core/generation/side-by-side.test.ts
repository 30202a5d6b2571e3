import { expect, test } from 'vitest';

import { readCalls, type Arrival } from './side-by-side.ts';
import { testCall } from './test-job.ts';
import type { CompletionRequest, GenerationClient, ModelPiece } from './writing-job.ts';

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

async function collect(arrivals: AsyncIterable<Arrival>): Promise<Arrival[]> {
  const all: Arrival[] = [];
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
