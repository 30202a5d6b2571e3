import { expect, test } from 'vitest';

import { createStore } from './store.ts';

test('subscribers are called for every change until they unsubscribe', () => {
  const store = createStore('a');
  const heard: string[] = [];
  const stop = store.subscribe(() => heard.push(store.get()));
  store.set('b');
  store.set('b');
  stop();
  store.set('c');
  expect(heard).toEqual(['b']);
  expect(store.get()).toBe('c');
});

test('a function that subscribes twice is called twice, and each unsubscription ends one subscription', () => {
  const store = createStore(0);
  let calls = 0;
  const count = () => (calls += 1);
  const stopFirst = store.subscribe(count);
  store.subscribe(count);
  store.set(1);
  stopFirst();
  store.set(2);
  expect(calls).toBe(3);
});
