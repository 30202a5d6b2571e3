import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { estimateTokens } from '#core/limits/tokens.ts';

import { call } from './call.ts';
import { answerTokens, pacedAnswer } from './paced-answer.ts';
import { startProvider } from './provider.ts';
import { refuse } from './steps.ts';

const answer = 'VERSION: SAFE\nINSERT 12: A [[tower garden kit]]((L1)) comes with pump, timer and 🌱 nets.\n';

async function play(text: string, options: { tokensPerSecond: number; maxOutputTokens?: number }) {
  const { tokensPerSecond, maxOutputTokens } = options;
  const provider = await startProvider(refuse(500));
  onTestFinished(() => provider.close());
  const outcome = await call(
    provider,
    { for: ({ body }) => (body === null ? refuse(400) : pacedAnswer(text, body, { tokensPerSecond })) },
    maxOutputTokens === undefined ? {} : { maxOutputTokens },
  );
  return outcome;
}

test('the tokens of a text make up the text, and their number is the estimate', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const tokens = answerTokens(text);
      expect(tokens.map((token) => token.text).join('')).toBe(text);
      expect(tokens.at(-1)?.count).toBeCloseTo(estimateTokens(text));
    }),
  );
});

test('an answer is sent exactly, with its token counts', async () => {
  const { text, pieces, problem } = await play(answer, { tokensPerSecond: 10_000 });
  expect(problem).toBeNull();
  expect(text).toBe(answer);
  const counts = pieces.filter((piece) => piece.type === 'usage');
  expect(counts).toEqual([
    {
      type: 'usage',
      inputTokens: estimateTokens('Be an editor.') + estimateTokens('Weave.'),
      outputTokens: estimateTokens(answer),
    },
  ]);
});

test('an answer takes the time of its tokens', async () => {
  const began = performance.now();
  await play(answer, { tokensPerSecond: 100 });
  expect(performance.now() - began).toBeGreaterThanOrEqual(estimateTokens(answer) * 10 - 20);
});

test('an answer ends at the limit of the request', async () => {
  const { text, problem } = await play(answer, { tokensPerSecond: 10_000, maxOutputTokens: 12 });
  expect(problem?.code).toBe('provider-output-limit');
  expect(answer.startsWith(text)).toBe(true);
  expect(estimateTokens(text)).toBeLessThanOrEqual(13);
});
