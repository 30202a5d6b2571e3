import { expect, test } from 'vitest';

import { tokenUsage } from './completion-reply.ts';

const counted = (inputTokens: number, outputTokens: number) => ({ type: 'usage', inputTokens, outputTokens });

test.each([
  [{ prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 }, counted(5, 7)],
  [{ prompt_tokens: 5, completion_tokens: 7 }, counted(5, 7)],
  [
    { prompt_tokens: 5, completion_tokens: 7, completion_tokens_details: { reasoning_tokens: 4 } },
    counted(5, 7),
  ],
  // Thoughts that are counted in the total alone are paid for as output.
  [{ prompt_tokens: 5, completion_tokens: 7, total_tokens: 112 }, counted(5, 107)],
  [{ prompt_tokens: 5, completion_tokens: 0, total_tokens: 105 }, counted(5, 100)],
  [{ prompt_tokens: 0, completion_tokens: 7 }, null],
  [{ prompt_tokens: 5, completion_tokens: 7, total_tokens: null }, counted(5, 7)],
  [{ prompt_tokens: 5, completion_tokens: 7, total_tokens: -1 }, counted(5, 7)],
  [{ prompt_tokens: 5, completion_tokens: 7, total_tokens: 9e15 }, counted(5, 7)],
  [{ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, null],
  [{ prompt_tokens: 5, completion_tokens: 0, total_tokens: 5 }, null],
  [{ prompt_tokens: 9e15, completion_tokens: 7 }, null],
  [{ prompt_tokens: 5, completion_tokens: Number.POSITIVE_INFINITY }, null],
  [{ prompt_tokens: -5, completion_tokens: 7 }, null],
  [{ prompt_tokens: '5', completion_tokens: 7 }, null],
  [{ total_tokens: 12 }, null],
  [null, null],
  [undefined, null],
  ['many', null],
])('%j is counted as %j', (usage, expected) => {
  expect(tokenUsage(usage)).toEqual(expected);
});
