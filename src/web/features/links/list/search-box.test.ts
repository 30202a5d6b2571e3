import { expect, test } from 'vitest';

import { createSearchBox, searchDelay } from './search-box.ts';

function boxOnClock() {
  const asked: string[] = [];
  const waiting = new Set<{ run: () => void; delay: number }>();
  const box = createSearchBox({
    find: (search) => asked.push(search),
    schedule(run, delay) {
      const timer = { run, delay };
      waiting.add(timer);
      return () => waiting.delete(timer);
    },
  });
  const pass = () => {
    for (const timer of waiting) {
      waiting.delete(timer);
      timer.run();
    }
  };
  return { box, asked, waiting, pass };
}

test('letters that are typed without a pause are one search', () => {
  const { box, asked, waiting, pass } = boxOnClock();
  for (const text of ['k', 'kn', 'kni']) box.type(text);
  expect(asked).toEqual([]);
  expect([...waiting].map(({ delay }) => delay)).toEqual([searchDelay]);
  pass();
  expect(asked).toEqual(['kni']);
});

test('Enter searches at once, and only once', () => {
  const { box, asked, waiting } = boxOnClock();
  box.type('knife');
  box.submit();
  expect(asked).toEqual(['knife']);
  expect(waiting.size).toBe(0);
});

test('clearing empties the field and shows all links at once', () => {
  const { box, asked, waiting } = boxOnClock();
  let changes = 0;
  box.subscribe(() => (changes += 1));
  box.type('knife');
  box.clear();
  expect(box.get()).toBe('');
  expect(asked).toEqual(['']);
  expect(waiting.size).toBe(0);
  expect(changes).toBe(2);
});

test('blanks around a search are ignored, and stay in the field', () => {
  const { box, asked, pass } = boxOnClock();
  box.type(' oak ');
  pass();
  expect(box.get()).toBe(' oak ');
  expect(asked).toEqual(['oak']);
});
