import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createSearchBox, searchDelay } from './list-filter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openBox() {
  const asked: string[] = [];
  return { asked, box: createSearchBox((search) => asked.push(search)) };
}

test('letters that are typed without a pause are one search', () => {
  const { box, asked } = openBox();
  for (const text of ['k', 'kn', 'kni']) box.type(text);
  vi.advanceTimersByTime(searchDelay - 1);
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(asked).toEqual(['kni']);
});

test('Enter searches at once, and only once', () => {
  const { box, asked } = openBox();
  box.type('knife');
  box.submit();
  expect(asked).toEqual(['knife']);
  expect(vi.getTimerCount()).toBe(0);
});

test('clearing empties the field and shows all links at once', () => {
  const { box, asked } = openBox();
  let changes = 0;
  box.subscribe(() => (changes += 1));
  box.type('knife');
  box.clear();
  expect(box.get()).toBe('');
  expect(asked).toEqual(['']);
  expect(vi.getTimerCount()).toBe(0);
  expect(changes).toBe(2);
});

test('blanks around a search are ignored, and stay in the field', () => {
  const { box, asked } = openBox();
  box.type(' oak ');
  vi.advanceTimersByTime(searchDelay);
  expect(box.get()).toBe(' oak ');
  expect(asked).toEqual(['oak']);
});
