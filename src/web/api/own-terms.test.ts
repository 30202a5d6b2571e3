import { expect, test } from 'vitest';

import { ownTerms } from './own-terms.ts';

const ollama = 'http://127.0.0.1:11434/v1';

test('a model on this device has the window of its program, or 4,096 tokens, and does not think', () => {
  const terms = (model: string, contextWindow?: number) =>
    ownTerms({ baseUrl: ollama, model, contextWindow }, null);
  expect(terms('qwen3:32b', 16_384)).toMatchObject({
    protocol: 'edits',
    model: { contextWindow: 16_384, reasons: false },
  });
  expect(terms('qwen3:32b')).toMatchObject({ model: { contextWindow: 4_096 } });
  expect(terms('mystery')).toMatchObject({ protocol: 'sentences', model: { contextWindow: 4_096 } });
});

test('a known model behind a gateway on this device keeps its window', () => {
  expect(ownTerms({ baseUrl: 'http://localhost:4000/v1', model: 'gpt-4' }, null)).toMatchObject({
    protocol: 'edits',
    model: { contextWindow: 8_192 },
  });
});

test('elsewhere, a model may think, and an unknown one has the usual window', () => {
  expect(ownTerms({ baseUrl: 'https://openrouter.ai/api/v1', model: 'qwen3-235b' }, null)).toMatchObject({
    protocol: 'edits',
    model: { contextWindow: 32_768, reasons: true },
  });
});
