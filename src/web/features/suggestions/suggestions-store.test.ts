import { expect, test } from 'vitest';

import type { Suggestions } from '#contract/suggestions.ts';
import { ApiError, apiError } from '#web/api/send.ts';

import { createSuggestionsStore, offlineMessage } from './suggest-panel.tsx';

const found: Suggestions = { suggestions: [], searched: 3 };

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
  store.ask('bread');
  expect(store.get()).toEqual({ kind: 'loading', content: 'bread' });
  requests[0]?.resolve(found);
  await expect.poll(store.get).toEqual({ kind: 'ready', content: 'bread', found });
  expect(kinds).toEqual(['loading', 'ready']);
});

test('a new request aborts the earlier one, whose answer is not shown', async () => {
  const { store, requests } = openRequests();
  store.ask('bread');
  store.ask('butter');
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  requests[1]?.resolve(found);
  await expect.poll(store.get).toMatchObject({ kind: 'ready', content: 'butter' });
  requests[0]?.resolve({ ...found, searched: 99 });
  await Promise.resolve();
  expect(store.get()).toMatchObject({ content: 'butter', found });
});

test('a failure says what to do, and has its own message without a network', async () => {
  const { store, requests } = openRequests();
  store.ask('bread');
  requests[0]?.reject(apiError('network-failed'));
  await expect.poll(store.get).toEqual({ kind: 'failed', content: 'bread', message: offlineMessage });
  store.ask('bread');
  const detail = 'The server is busy. Please try again in a moment.';
  requests[1]?.reject(new ApiError({ code: 'server-busy', detail, status: 503 }));
  await expect.poll(() => store.get().kind).toBe('failed');
  expect(store.get()).toMatchObject({ message: detail });
});

test('a stopped request shows nothing', async () => {
  const { store, requests } = openRequests();
  store.ask('bread');
  store.stop();
  requests[0]?.reject(new Error('aborted'));
  await Promise.resolve();
  await Promise.resolve();
  expect(store.get().kind).toBe('loading');
});
