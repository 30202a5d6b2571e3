import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Suggestions } from '#contract/suggestions.ts';
import { testLink } from '#core/links/test-link.ts';
import { ApiError, apiError } from '#web/api/send.ts';

import { createSuggestionsStore, foundMessage, quoteOf, searchedMessage } from './suggestions-store.ts';

function found(strong: number, weak: number, searched: number): Suggestions {
  const link = testLink();
  const place = { start: 0, end: 1 };
  const suggestion = (isStrong: boolean) => ({ link, score: 1, isStrong, passage: place, sentence: place });
  const suggestions = Array.from({ length: strong + weak }, (_, index) => suggestion(index < strong));
  return { suggestions, searched };
}

test.each([
  [0, 0, 0, 'No links saved yet', 'Save your affiliate links first, then try again.'],
  [0, 0, 1, 'Nothing in your text matches', 'Your only link was searched. '],
  [1, 0, 2, '1 link fits this text', 'From your 2 links'],
  [5, 5, 1204, '5 links fit this text', 'From your 1,204 links'],
  [0, 1, 9, '1 possible match', 'From your 9 links'],
  [0, 4, 9, '4 possible matches', 'From your 9 links'],
])('%i strong and %i weak fits of %i links are "%s"', (strong, weak, searched, heading, note) => {
  expect(foundMessage(found(strong, weak, searched))).toBe(heading);
  expect(searchedMessage(found(strong, weak, searched)).startsWith(note)).toBe(true);
});

const quoted = (text: string) => quoteOf(`Before. ${text} After.`, { start: 8, end: 8 + text.length });

test('a sentence is quoted with single spaces, and a long one is cut between words', () => {
  expect(quoted('A sharp\nknife  helps.')).toBe('A sharp knife helps.');
  expect(quoted('sentence '.repeat(60).trim())).toMatch(/^(?:sentence ?){22}…$/);
});

test('a quote never cuts a character in two', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 1200 }),
      fc.nat(1200),
      fc.nat(1200),
      (content, a, b) => {
        const at = (wanted: number) => [...content].slice(0, wanted).join('').length;
        const sentence = { start: at(Math.min(a, b)), end: at(Math.max(a, b)) };
        expect(quoteOf(content, sentence)).not.toMatch(/\p{Surrogate}/u);
      },
    ),
  );
});

const answer: Suggestions = { suggestions: [], searched: 3 };

type Request = {
  readonly signal: AbortSignal;
  readonly resolve: (answer: Suggestions) => void;
  readonly reject: (failure: unknown) => void;
};

/** Requests wait until the test answers them. */
function openRequests() {
  const requests: Request[] = [];
  const store = createSuggestionsStore(
    (_content, signal) =>
      new Promise((resolve, reject) => {
        requests.push({ signal, resolve, reject });
      }),
  );
  return { store, requests };
}

test('a request is loading, then ready, and says which text it is about', async () => {
  const { store, requests } = openRequests();
  const kinds: string[] = [];
  store.subscribe(() => kinds.push(store.get().kind));
  store.request('bread');
  expect(store.get()).toEqual({ kind: 'loading', content: 'bread' });
  requests[0]?.resolve(answer);
  await expect.poll(store.get).toEqual({ kind: 'ready', content: 'bread', found: answer });
  expect(kinds).toEqual(['loading', 'ready']);
});

test('a new request aborts the earlier one, whose answer is not shown', async () => {
  const { store, requests } = openRequests();
  store.request('bread');
  store.request('butter');
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  requests[1]?.resolve(answer);
  await expect.poll(store.get).toMatchObject({ kind: 'ready', content: 'butter' });
  requests[0]?.resolve({ ...answer, searched: 99 });
  await Promise.resolve();
  expect(store.get()).toMatchObject({ content: 'butter', found: answer });
});

test('a failure says what to do, and has its own message without a network', async () => {
  const { store, requests } = openRequests();
  store.request('bread');
  requests[0]?.reject(apiError('network-failed'));
  await expect.poll(store.get).toEqual({
    kind: 'failed',
    content: 'bread',
    message: expect.stringMatching(/^You’re offline/u),
  });
  store.request('bread');
  const detail = 'The server is busy. Please try again in a moment.';
  requests[1]?.reject(new ApiError({ code: 'server-busy', detail, status: 503 }));
  await expect.poll(() => store.get().kind).toBe('failed');
  expect(store.get()).toMatchObject({ message: detail });
});

test('a stopped request shows nothing', async () => {
  const { store, requests } = openRequests();
  store.request('bread');
  store.stop();
  requests[0]?.reject(new Error('aborted'));
  await Promise.resolve();
  await Promise.resolve();
  expect(store.get().kind).toBe('loading');
});
