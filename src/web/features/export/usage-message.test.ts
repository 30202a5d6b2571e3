import { expect, test } from 'vitest';

import { messageOfUsage } from './usage-message.ts';

test.each([
  [{ inputTokens: 1_240, outputTokens: 3_310, costUsd: 0.2358 }, '1,240 tokens in, 3,310 out, about $0.24'],
  [
    { inputTokens: 1_240, outputTokens: 3_310, costUsd: 1_204.5 },
    '1,240 tokens in, 3,310 out, about $1,204.50',
  ],
  [{ inputTokens: 10, outputTokens: 20, costUsd: 0.0456 }, '10 tokens in, 20 out, about $0.046'],
  [{ inputTokens: 10, outputTokens: 20, costUsd: 0.0000123 }, '10 tokens in, 20 out, about $0.000012'],
  [{ inputTokens: 10, outputTokens: 20, costUsd: 0 }, '10 tokens in, 20 out'],
  [{ inputTokens: 10, outputTokens: 20, costUsd: null }, '10 tokens in, 20 out'],
])('%j gives: %s', (usage, words) => {
  expect(messageOfUsage(usage)).toBe(`This generation: ${words}`);
});
