import { expect, test } from 'vitest';

import { writePrompt } from '#core/prompt/write-prompt.ts';
import { recordedAnswers } from '#provider/corpus/corpus-cases.ts';

import { fitsModel, maxTextsTokens } from './content-limit.ts';
import { limitsOf } from './known-models.ts';
import { estimateTokens } from './tokens.ts';

const answers = [...recordedAnswers('rewrite'), ...recordedAnswers('sloppy')];
const unset = { contextWindow: null, outputLimit: null };

test('no recorded answer would have been cut, and the limit is less than ten times its length', () => {
  expect(answers.length).toBeGreaterThanOrEqual(8);
  const limits = limitsOf('gpt-4o', unset);
  for (const { content, links, answer } of answers) {
    const cap = maxTextsTokens({ content, links, prompt: writePrompt(content, links) }, limits);
    const taken = estimateTokens(answer, 'wide');
    expect(cap).toBeGreaterThan(taken * 1.4);
    expect(cap).toBeLessThan(taken * 10);
  }
});

test('content that fits a small window leaves room for the recorded answer', () => {
  for (const { content, links, answer } of answers) {
    const needed = estimateTokens(answer) + estimateTokens(writePrompt(content, links).user);
    for (let contextWindow = 1_000; contextWindow < 10_000; contextWindow += 250) {
      const model = limitsOf('gpt-4', { ...unset, contextWindow });
      const { fits, atMost } = fitsModel(content, links, {
        maxContentChars: 100_000,
        model,
        protocol: 'rewrite',
      });
      if (fits) expect(contextWindow).toBeGreaterThan(needed);
      else expect(atMost).toBeLessThan(content.length);
    }
  }
});
