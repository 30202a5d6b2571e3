import { expect, test } from 'vitest';

import type { Edit } from '#core/edits/edit.ts';

import { pictureOf, labelOfMarks } from './link-strip.tsx';

const url = 'https://a.example/';
const edit = (start: number, end: number, text: string): Edit => ({
  id: `${start}`,
  start,
  end,
  text,
  by: 'model',
});

test('the picture has the positions of links and of new words', () => {
  const link = `[[a]]((${url}))`;
  const content = 'x'.repeat(50);
  const { marks, changed } = pictureOf(content, [edit(10, 20, 'yy'), edit(50, 50, link)], [url]);
  const length = 42 + link.length;
  expect(marks).toEqual([{ anchor: 'a', place: (42 + link.length / 2) / length }]);
  expect(changed).toEqual([
    { from: 10 / length, to: 12 / length },
    { from: 42 / length, to: 1 },
  ]);
});

test("a link around the author's own words is a mark, and its words are not new", () => {
  const text = `[[knife]]((${url}))`;
  const { marks, changed } = pictureOf('My knife cuts.', [edit(3, 8, text)], [url]);
  expect(marks).toEqual([{ anchor: 'knife', place: (3 + text.length / 2) / (9 + text.length) }]);
  expect(changed).toEqual([]);
});

test('an empty text has an empty picture', () => {
  expect(pictureOf('', [], [url])).toEqual({ marks: [], changed: [] });
});

test.each([
  [[], 'No added links'],
  [[0.051], 'Link at 5 % of the text'],
  [[0.05, 0.4, 0.876], 'Links at 5 %, 40 % and 88 % of the text'],
])('positions %j have the label %j', (places, words) => {
  expect(labelOfMarks(places.map((place) => ({ anchor: 'a', place })))).toBe(words);
});
