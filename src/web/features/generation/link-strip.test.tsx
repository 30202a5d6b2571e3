import { createRef } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import type { Edit } from '#core/edits/edit.ts';

import { LinkStrip } from './link-strip.tsx';

const url = 'https://a.example/';
const edit = (start: number, end: number, text: string): Edit => ({
  id: `${start}`,
  start,
  end,
  text,
  by: 'model',
});

/** Returns what screen readers hear of the strip and of its links, and where its parts begin, in percent. */
function draw(content: string, edits: readonly Edit[]) {
  const html = renderToStaticMarkup(
    <LinkStrip content={content} edits={edits} urls={[url]} reading={createRef()} />,
  );
  const places = (name: string) =>
    [...html.matchAll(new RegExp(`class="${name}" style="inset-inline-start:([\\d.]+)%`, 'gu'))].map(
      ([, place]) => Number(place),
    );
  const labels = Array.from(html.matchAll(/aria-label="([^"]*)"/gu), ([, label]) => label);
  return { labels, links: places('strip-mark'), changes: places('strip-change') };
}

test('the strip has the positions of links and of new words', () => {
  const link = `[[a]]((${url}))`;
  const { labels, links, changes } = draw('x'.repeat(50), [edit(10, 20, 'yy'), edit(50, 50, link)]);
  const length = 42 + link.length;
  expect(links[0]).toBeCloseTo((100 * (42 + link.length / 2)) / length);
  expect(changes).toHaveLength(2);
  expect(changes[0]).toBeCloseTo(1000 / length);
  expect(changes[1]).toBeCloseTo(4200 / length);
  expect(labels).toEqual(['Link at 80 % of the text', 'a, at 80 % of the text']);
});

test("a link around the author's own words is a mark, and its words are not new", () => {
  const { labels, changes } = draw('My knife cuts.', [edit(3, 8, `[[knife]]((${url}))`)]);
  expect(labels[1]).toMatch(/^knife, at \d\d % of the text$/);
  expect(changes).toEqual([]);
});

test('all links are named together, and an empty text has none', () => {
  const link = `[[a]]((${url}))`;
  const { labels } = draw('x'.repeat(200), [edit(0, 0, link), edit(80, 80, link), edit(200, 200, link)]);
  expect(labels[0]).toMatch(/^Links at \d+ %, \d+ % and \d+ % of the text$/);
  expect(draw('', []).labels).toEqual(['No added links']);
});
