import { existsSync, readFileSync, readdirSync } from 'node:fs';

import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { writePrompt } from '#core/prompt/write-prompt.ts';

import { fitsModel } from './content-limit.ts';
import { limitsOf } from './model-limits.ts';
import { maxOutputTokens } from './output-limit.ts';
import { estimateTokens } from './token-count.ts';

const corpus = new URL('../../../../shared/corpus/', import.meta.url);
const casesSchema = z.array(
  z.object({
    id: z.string(),
    file: z.string(),
    links: z.array(z.object({ url: z.string(), description: z.string() })),
  }),
);

function recordedAnswers() {
  if (!existsSync(corpus)) return [];
  const cases = casesSchema.parse(JSON.parse(readFileSync(new URL('cases.json', corpus), 'utf8')));
  return ['rewrite', 'sloppy'].flatMap((kind) => {
    const folder = new URL(`answers/${kind}/`, corpus);
    const files = readdirSync(folder).filter((file) => file.endsWith('.answer.txt'));
    return files.flatMap((file) =>
      cases
        .filter(({ id }) => id === file.slice(0, 2))
        .map(({ file: article, links }) => ({
          answer: readFileSync(new URL(file, folder), 'utf8'),
          content: readFileSync(new URL(article, corpus), 'utf8'),
          links: links.map((link, index) => ({ ...link, id: `${index}`, integrations: 1 as const })),
        })),
    );
  });
}

const answers = recordedAnswers();
const unset = { contextWindow: null, outputLimit: null };

test('no recorded answer would have been cut, and none is allowed ten times its length', ({ skip }) => {
  skip(answers.length === 0, 'the corpus is not beside this checkout');
  expect(answers).toHaveLength(12);
  const limits = limitsOf('gpt-4o', unset);
  for (const { content, links, answer } of answers) {
    const cap = maxOutputTokens({ content, links, prompt: writePrompt(content, links) }, limits);
    const taken = estimateTokens(answer, 'wide');
    expect(cap).toBeGreaterThan(taken * 1.4);
    expect(cap).toBeLessThan(taken * 10);
  }
});

test('what is said to fit into a small window has room for the recorded answer', ({ skip }) => {
  skip(answers.length === 0, 'the corpus is not beside this checkout');
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
