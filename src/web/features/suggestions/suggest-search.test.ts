import { expect, test } from 'vitest';

import type { Suggestions } from '#contract/suggestions.ts';
import { ApiError, apiError } from '#web/api/api-error.ts';

import { createSuggestSearch, offlineMessage } from './suggest-search.ts';

const found: Suggestions = { suggestions: [], searched: 3 };

type Question = {
  readonly signal: AbortSignal;
  readonly resolve: (answer: Suggestions) => void;
  readonly reject: (failure: unknown) => void;
};

/** Questions wait until the test answers them. */
function openQuestions() {
  const questions: Question[] = [];
  const search = createSuggestSearch(
    (_content, signal) =>
      new Promise((resolve, reject) => {
        questions.push({ signal, resolve, reject });
      }),
  );
  return { search, questions };
}

test('a question is loading, then answered, and says which text it is about', async () => {
  const { search, questions } = openQuestions();
  const kinds: string[] = [];
  search.subscribe(() => kinds.push(search.state().kind));
  search.ask('bread');
  expect(search.state()).toEqual({ kind: 'loading', content: 'bread' });
  questions[0]?.resolve(found);
  await expect.poll(search.state).toEqual({ kind: 'ready', content: 'bread', found });
  expect(kinds).toEqual(['loading', 'ready']);
});

test('a newer question ends the one before it, whose answer is not shown', async () => {
  const { search, questions } = openQuestions();
  search.ask('bread');
  search.ask('butter');
  expect(questions.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  questions[1]?.resolve(found);
  await expect.poll(search.state).toMatchObject({ kind: 'ready', content: 'butter' });
  questions[0]?.resolve({ ...found, searched: 99 });
  await Promise.resolve();
  expect(search.state()).toMatchObject({ content: 'butter', found });
});

test('a failure says what to do, and without a network in words of its own', async () => {
  const { search, questions } = openQuestions();
  search.ask('bread');
  questions[0]?.reject(apiError('network-failed'));
  await expect.poll(search.state).toEqual({ kind: 'failed', content: 'bread', message: offlineMessage });
  search.ask('bread');
  const detail = 'The server is busy. Please try again in a moment.';
  questions[1]?.reject(new ApiError({ code: 'server-busy', detail, status: 503 }));
  await expect.poll(() => search.state().kind).toBe('failed');
  expect(search.state()).toMatchObject({ message: detail });
});

test('what is stopped shows nothing any more', async () => {
  const { search, questions } = openQuestions();
  search.ask('bread');
  search.stop();
  questions[0]?.reject(new Error('aborted'));
  await Promise.resolve();
  await Promise.resolve();
  expect(search.state().kind).toBe('loading');
});
