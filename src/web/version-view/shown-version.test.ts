import { expect, test } from 'vitest';

import type { EditAuthor } from '#core/edits/edit.ts';
import { testGeneration } from '#web/api/test-generation.ts';

import { isWithoutAi } from './shown-version.ts';

const plain = testGeneration('Bread.');
const edits = (authors: readonly EditAuthor[]) =>
  authors.map((by, at) => ({ id: `${at}`, start: 6, end: 6, text: ' More.', by }));
const usage = { inputTokens: 1, outputTokens: 1, costUsd: null };

test.each<[boolean, string, readonly EditAuthor[], readonly EditAuthor[], typeof usage | null]>([
  [true, 'the built-in writer alone', ['built-in'], ['built-in', 'built-in'], null],
  [true, 'the built-in writer, in one version only', [], ['built-in'], null],
  [false, 'a model whose gaps were filled', ['model', 'built-in'], ['built-in'], null],
  [false, 'a model that was asked again', ['built-in'], ['repair'], null],
  [false, 'a model whose tokens were counted', ['built-in'], ['built-in'], usage],
  [false, 'nobody who left an edit', [], [], null],
])('%s: versions by %s were written without AI', (isWithout, _who, safe, exploratory, used) => {
  const generation = {
    ...plain,
    edits: { ...plain.edits, safe: edits(safe), exploratory: edits(exploratory) },
    usage: used,
  };
  expect(isWithoutAi(generation)).toBe(isWithout);
});
