import { expect, test } from 'vitest';

import { ownCases } from './corpus-cases.ts';
import { createFiller, readOddAnswers, rows } from './odd-answers.ts';

test('each row has several odd answers, and every place in them is found', () => {
  const odd = readOddAnswers();
  for (const row of Object.keys(rows))
    expect(odd.filter((each) => each.row === row).length).toBeGreaterThanOrEqual(3);
  for (const { text, textAgain } of odd) expect(`${text}${textAgain ?? ''}`).not.toMatch(/\{\{(?:n|L|url):/u);
  expect(new Set(odd.map(({ file }) => file)).size).toBe(odd.length);
});

test('places that are missing or ambiguous are refused', () => {
  const entry = ownCases.find(({ id }) => id === 'a1');
  if (entry === undefined) throw new Error('There is no article a1.');
  const fill = createFiller(entry);
  const [link] = entry.links;
  expect(fill('{{L:1}} {{url:1}} {{n:She was  right about}}')).toMatch(/^L+1 \S+ \d+$/u);
  expect(fill('{{url:1}}')).toBe(link?.url);
  expect(() => fill('{{n:nobody wrote this}}')).toThrow('no sentence');
  expect(() => fill('{{n:the}}')).toThrow('several sentences');
  expect(() => fill('{{L:9}}')).toThrow('no link 9');
});
