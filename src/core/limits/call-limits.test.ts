import { expect, test } from 'vitest';

import { testCall } from '#core/generation/test-job.ts';
import type { CompletionRequest, ModelPiece, TakePiece } from '#core/generation/writing-job.ts';

import { answerLimit, limitAnswer } from './call-limits.ts';

const request: CompletionRequest = {
  purpose: 'write',
  prompt: { system: 'Edit.', user: 'Weave.' },
  maxOutputTokens: 1000,
};

function limit(pieces: AsyncIterable<ModelPiece>, take: TakePiece) {
  return limitAnswer((limited) => testCall(pieces, limited), request, take, 'wide');
}

/** Returns a model that repeats the words without end, and a record of its length and its end. */
function endless(words: string, type: 'text' | 'unread' = 'text') {
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
  const { seen, pieces } = endless(words);
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
  const { seen, pieces } = endless('Let me think. ', 'unread');
  const limited = limit(pieces(), ({ type }) => expect(type).not.toBe('text'));
  await expect(limited.ended).rejects.toMatchObject({ code: 'provider-output-limit' });
  expect(seen).toMatchObject({ isLeft: true, length: expect.toSatisfy((length) => length < 10_000) });
});

test('the call is ended before the reader asks for more', async () => {
  const { seen, pieces } = endless('and so on '.repeat(20_000));
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
  expect(answerLimit(request)).toBe(1450);
});
